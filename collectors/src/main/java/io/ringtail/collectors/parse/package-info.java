/**
 * Codecs of what procfs and sysfs print: bytes to facts, no files, no clocks. Any byte string gives rows and counted
 * skips, never an exception; what is not there is absent, never 0.
 */
package io.ringtail.collectors.parse;
