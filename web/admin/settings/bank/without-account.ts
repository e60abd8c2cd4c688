/** What is true of a shop whose owner has named no account. */
export const WITHOUT_ACCOUNT = 'Without your own account, only a statement confirms orders by itself.';
