/**
 * Statistics that no library at hand has, and what several analyses share. Pure computation on arrays: no clock, no I/O,
 * every random draw from a seed that the caller gives. Distributions come from Commons Statistics.
 */
package io.ringtail.processors.analysis.stats;
