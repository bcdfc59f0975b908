package io.ringtail.processors.analysis.effect;

/**
 * A ratio of sums before and after: mean, loss, service demand, rates. Error of each side from the block bootstrap, the
 * difference judged by Student's t with as many degrees of freedom as there are blocks. Stateless.
 */
final class RatioEstimate {
    private RatioEstimate() {}

    static Estimate of(Series before, Series after, long seed) {
        if (before.size() < Looks.LEAST || after.size() < Looks.LEAST) {
            return Estimate.absent("known in " + before.size() + " windows before and " + after.size() + " after, of "
                    + Looks.LEAST + " needed");
        }
        double one = before.error(seed);
        double other = after.error(seed + 1);
        double degrees = Estimate.welch(one, before.degreesOfFreedom(), other, after.degreesOfFreedom());
        double difference = after.value() - before.value();
        double error = Math.hypot(one, other);
        double reach = Estimate.reach(degrees) * error;
        return new Estimate(
                before.value(),
                after.value(),
                difference - reach,
                difference + reach,
                Math.log(after.value() / before.value()),
                Math.hypot(one / before.value(), other / after.value()),
                Estimate.p(difference, error, degrees),
                null);
    }
}
