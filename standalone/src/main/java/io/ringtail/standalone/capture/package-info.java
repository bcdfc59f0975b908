/**
 * Raw records in a file: recorded from the topics, replayed on topics of a run's own, imported from other tools' output.
 */
package io.ringtail.standalone.capture;
