/** Ringtail's own health for Prometheus: read when it is scraped, from what the parts count anyway. */
package io.ringtail.standalone.metrics;
