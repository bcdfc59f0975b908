package io.ringtail.benchmarks.attribution;

import java.util.random.RandomGenerator;

/** How a path moves by itself from second to second: the logarithm of a factor on all of a window's round trips. */
enum Noise {
    /** Every second anew. */
    WHITE {
        @Override
        double[] levels(int windows, RandomGenerator random) {
            return fill(windows, random, 0, 0.02);
        }
    },
    /** With memory: a time constant of 20 s, 3 %. */
    AUTOCORRELATED {
        @Override
        double[] levels(int windows, RandomGenerator random) {
            return fill(windows, random, 0.95, 0.03);
        }
    },
    /** A daily course, of which a stretch is seen: up to 15 % an hour, besides some memory. */
    DRIFT {
        @Override
        double[] levels(int windows, RandomGenerator random) {
            double[] levels = fill(windows, random, 0.8, 0.02);
            double perWindow = 0.15 * (2 * random.nextDouble() - 1) / 3600;
            for (int i = 0; i < windows; i++) {
                levels[i] += perWindow * i;
            }
            return levels;
        }
    },
    /** Twice a minute some seconds in which everything takes up to half as long again. */
    BURSTS {
        @Override
        double[] levels(int windows, RandomGenerator random) {
            double[] levels = fill(windows, random, 0, 0.02);
            double left = 0;
            double size = 0;
            for (int i = 0; i < windows; i++) {
                if (left <= 0 && random.nextDouble() < 1.0 / 30) {
                    left = 1 + 4 * random.nextDouble();
                    size = Math.log(1.1 + 0.4 * random.nextDouble());
                }
                levels[i] += left > 0 ? size : 0;
                left--;
            }
            return levels;
        }
    };

    /** A level for each of so many windows that follow each other. */
    abstract double[] levels(int windows, RandomGenerator random);

    private static double[] fill(int windows, RandomGenerator random, double keep, double sigma) {
        double[] levels = new double[windows];
        double state = random.nextGaussian();
        for (int i = 0; i < windows; i++) {
            state = keep * state + Math.sqrt(1 - keep * keep) * random.nextGaussian();
            levels[i] = sigma * state;
        }
        return levels;
    }
}
