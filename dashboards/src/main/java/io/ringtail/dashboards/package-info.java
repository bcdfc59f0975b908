/** Grafana's boards as code: a class a board, a class a kind of panel, one place for the SQL that they share. */
package io.ringtail.dashboards;
