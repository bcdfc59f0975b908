package io.ringtail.collectors.probe;

/**
 * Says hello: at first until there is an answer, then every second, as the answer also tells what the responder has used,
 * and soon when the replies come from somebody else. Owned by the asking thread.
 */
final class Greeter {
    static final long RETRY_NS = 500_000_000;
    private static final long AGAIN_NS = 1_000_000_000L;

    private final Conversation conversation;
    private final RemoteEnd remote;
    private long greetedMonoNs;

    Greeter(Conversation conversation, RemoteEnd remote) {
        this.conversation = conversation;
        this.remote = remote;
    }

    void greet(long nowMonoNs) {
        greetedMonoNs = nowMonoNs;
        conversation.hello();
    }

    void greetIfDue(long nowMonoNs) {
        long age = nowMonoNs - greetedMonoNs;
        if (age > AGAIN_NS || (age > RETRY_NS && remote.changed())) {
            greet(nowMonoNs);
        }
    }
}
