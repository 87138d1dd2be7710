// Which limits hold for whom, as SQL that every statement about them shares.
//
// Every rule of the tenant holds, and every rule for users; one that names the user takes the place of the one for everybody with
// the same metric and interval: it is the exception that an administrator grants, in either direction.
//
// Whoever writes counters or reservations of a rule has taken the rule FOR KEY SHARE first, all its rules before the first counter,
// and takes counters in the order of their rules: so neither two sends nor a send and the deletion of a rule wait for each other.

/** Whether the rule `r` holds for the user of the tenant; both are SQL. */
export const ruleHolds = (tenantId: string, userId: string) => `(
  r.tenant_id = ${tenantId} AND (r.scope = 'tenant' OR r.user_id = ${userId} OR (r.user_id IS NULL AND NOT EXISTS (
    SELECT FROM usage_limit_rule e
    WHERE e.tenant_id = r.tenant_id AND e.user_id = ${userId} AND e.metric = r.metric AND e.interval_seconds = r.interval_seconds))))`

/** Of whom the rule `r` counts. */
export const ruleSubject = (userId: string) => `CASE r.scope WHEN 'tenant' THEN r.tenant_id ELSE ${userId} END`

/** When the interval of the rule `r` that runs has begun, by the clock of the database. */
export const runningWindow = `to_timestamp(floor(extract(epoch FROM now()) / r.interval_seconds) * r.interval_seconds)`
