/** What the command line tells of this host without any broker: doctor and top. */
package io.ringtail.standalone.local;
