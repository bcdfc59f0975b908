/** Delivery of alerts to Alertmanagers and a webhook, from their compacted topic. */
package io.ringtail.standalone.alert;
