/** What an agent reads on a schedule: each source turns the kernel's answers into raw records. */
package io.ringtail.collectors.source;
