/**
 * Reports as people and tools want them: one neutral document made from {@link
 * io.ringtail.processors.history.DetailedReport}, written as text, Markdown or HTML; and JSON and CSV beside it.
 */
package io.ringtail.processors.history.report;
