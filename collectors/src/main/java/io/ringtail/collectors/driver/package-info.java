/** What drivers call their statistics, as data: one file a driver, in this package's resources. Pure: reads no kernel. */
package io.ringtail.collectors.driver;
