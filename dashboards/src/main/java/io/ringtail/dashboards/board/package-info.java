/** The boards. */
package io.ringtail.dashboards.board;
