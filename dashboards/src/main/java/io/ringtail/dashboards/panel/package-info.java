/** Kinds of panels, as Grafana's classic JSON (schema version 42) has them. */
package io.ringtail.dashboards.panel;
