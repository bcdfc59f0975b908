/**
 * What the analysis finds where the truth is known: windows drawn from a statistical model, and windows recorded on a
 * real kernel with shifts planted in them.
 */
package io.ringtail.benchmarks.attribution;
