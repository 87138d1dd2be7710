// What is read of an actor, by a request, for all that is open, and under a lock. Prisma cannot say it: columns of statements of our own.

/** Columns of the user `u`, whose credential is given by two expressions; SQL of a kind that is added goes into `endsAt`. */
export const actorColumns = (sessionId: string, tokenVersion: string) => `
  u.role::text, u.language::text, u.must_change_password AS "mustChangePassword", u.status = 'active' AS "isActive",
  CASE WHEN u.token_version = ${tokenVersion} THEN (
    SELECT least(s.expires_at, s.absolute_expires_at) FROM session s WHERE s.id = ${sessionId} AND s.user_id = u.id AND s.revoked_at IS NULL
  ) END AS "endsAt",
  coalesce((SELECT json_agg(json_build_object('groupId', m.group_id, 'role', m.role) ORDER BY m.group_id)
            FROM membership m WHERE m.user_id = u.id), '[]') AS memberships`
