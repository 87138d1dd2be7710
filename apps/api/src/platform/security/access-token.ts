// What an access token says, and for how long it is good.
export type AccessTokenClaims = {
  readonly userId: string
  readonly tenantId: string
  readonly sessionId: string
  readonly tokenVersion: number
}

export type AccessTokens = {
  readonly issue: (claims: AccessTokenClaims, issuedAt: Date) => string
  /** Throws `AUTH_TOKEN_EXPIRED` or `AUTH_TOKEN_INVALID`. */
  readonly verify: (token: string) => AccessTokenClaims
}

export const accessTokenSeconds = 600
