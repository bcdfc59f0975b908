/**
 * The streams: raw topics to windows, epochs and changes. A host's stage turns raw records into facts for each path that
 * has an end there; a path's stage keeps windows and publishes them. One factory makes the topology for production and
 * tests.
 */
package io.ringtail.processors.topology;
