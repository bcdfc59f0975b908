package io.ringtail.processors.history;

import io.ringtail.processors.analysis.accounts.Accounts;

/**
 * The accounts of one round trip of a path, or why there are none.
 *
 * @param pathId id of the path
 * @param label it in words
 * @param accounts them; null where absent
 * @param absence why they are absent; null where they are not
 */
public record PathAccounts(String pathId, String label, Accounts accounts, String absence) {}
