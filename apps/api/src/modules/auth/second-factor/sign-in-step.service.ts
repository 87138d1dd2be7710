// A sign-in after its first step: asks for a second factor, or to set one up, and begins the session once it is shown.
import { createHash, randomUUID } from 'node:crypto'
import type { SecondFactorMethod, SignInChallenge } from '@heddle/contracts/auth/challenge'
import type { PasskeyAttestation } from '@heddle/contracts/auth/proof'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Pool } from 'pg'
import type { AuditEntry, AuditService } from '../../audit/audit.service.ts'
import type { FirstStep, SessionService, TokenGrant } from '../session.service.ts'
import { type SignInLog, type SignInOrigin, signInTarget } from '../sign-in-log.ts'
import {
  type Challenge,
  createChallenge,
  findChallengedUser,
  findOpenChallenge,
  hashChallengeId,
  setPasskeyChallenge,
  takeTry,
} from './challenge.sql.ts'
import type { Enrolled, Enrolment } from './enrolment.ts'
import { findRequiredFrom } from './factor-rule.ts'
import { createFailure, type FactorProofs, type Proof } from './factor-proof.ts'
import type { FactorThrottle } from './factor-throttle.ts'
import type { FactorOwner, FactorRepository, NewFactor } from './factor.repository.ts'
import { generatePasskeyChallenge, toRequestOptions } from './passkey.ts'
import { findPasskeySite, type PasskeySite } from '../../../platform/security/passkey-site.ts'

type SignInStepDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly factors: FactorRepository
  readonly proofs: FactorProofs
  readonly enrolment: Enrolment
  readonly throttle: FactorThrottle
  readonly sessions: SessionService
  readonly signIns: SignInLog
  readonly audit: AuditService
  readonly publicOrigin: string | undefined
  readonly now: () => Date
}

/** A first step, with the address that it was done at. */
type KnownStep = FirstStep & { readonly origin: SignInOrigin }

/** The tokens, or the challenge that comes before them. */
export type SignInOutcome = { readonly grant: TokenGrant } | { readonly challenge: Omit<SignInChallenge, 'expires_in'> }

/** The tokens of a second step, and the cookie by which the browser is known from then on. */
export type SecondStep = { readonly grant: TokenGrant; readonly browser: string }

const digest = (hash: string | null) => hash && createHash('sha256').update(hash).digest('base64url')

/** Whether the user may still sign in, by the password that the first step was done with. */
const isUnchanged = (owner: FactorOwner, { tokenVersion, passwordDigest }: Challenge) =>
  owner.status === 'active' &&
  owner.tokenVersion === tokenVersion &&
  (passwordDigest === null || passwordDigest === digest(owner.passwordHash))

const toPassword = ({ passwordHash }: FactorOwner, { passwordDigest }: Challenge) =>
  passwordHash !== null && passwordDigest !== null ? { password: { checked: passwordHash, rehashed: undefined } } : {}

export type SignInSteps = ReturnType<typeof createSignInSteps>

export function createSignInSteps(dependencies: SignInStepDependencies) {
  const { db, pool, factors, proofs, enrolment, throttle, sessions, signIns, audit, publicOrigin, now } = dependencies

  const findSite = (origin: SignInOrigin): PasskeySite => findPasskeySite(publicOrigin, origin)

  async function findMethods(owner: FactorOwner, { rpId, obstacle }: PasskeySite): Promise<SecondFactorMethod[]> {
    const [kept, codes] = await Promise.all([factors.list(owner.id), factors.countCodes(owner.id)])
    const isUsable = { totp: kept.some(({ kind }) => kind === 'totp'), passkey: false, recovery_code: codes > 0 }
    if (obstacle === null) isUsable.passkey = kept.some((factor) => factor.kind === 'passkey' && factor.rpId === rpId)
    return (['passkey', 'totp', 'recovery_code'] as const).filter((method) => isUsable[method])
  }

  /** The right password is told to the audit log also when nothing more comes. */
  async function ask(kind: SignInChallenge['kind'], owner: FactorOwner, { user, origin, action, provider, password }: KnownStep) {
    const site = findSite(origin)
    const id = await createChallenge(pool, {
      kind,
      userId: user.id,
      provider,
      tokenVersion: owner.tokenVersion,
      passwordDigest: digest(password?.checked ?? null),
    })
    const who = { tenantId: user.tenantId, actorId: user.id, origin }
    await audit.recordSignIn(db, who, { action, target: signInTarget(user), after: { second_factor: true } })
    const toSetUp: SecondFactorMethod[] = site.obstacle === null ? ['totp', 'passkey'] : ['totp']
    return { challenge: { id, kind, methods: kind === 'enrolment' ? toSetUp : await findMethods(owner, site) } }
  }

  /** Runs the second step of a challenge: its failures are counted for its user, told to the audit log, and all alike. */
  async function runStep<Result>(
    action: AuditEntry['action'],
    challengeId: string,
    isGuessable: boolean,
    origin: SignInOrigin,
    check: (owner: FactorOwner | null) => Promise<Result>,
  ): Promise<Result> {
    const userId = await findChallengedUser(pool, challengeId)
    const owner = userId === null ? null : await factors.findOwner(userId)
    try {
      return await throttle.attempt(userId, origin, isGuessable, () => check(owner))
    } catch (error) {
      return signIns.refuse(action, origin, owner, error)
    }
  }

  type Finished = {
    readonly action: AuditEntry['action']
    readonly owner: FactorOwner
    readonly challenge: Challenge
    readonly origin: SignInOrigin
    readonly alongside: (tx: Queryable) => Promise<void>
  }

  const begin = ({ action, owner, challenge, origin, alongside }: Finished) =>
    sessions.beginSession({
      user: owner,
      origin,
      action,
      provider: challenge.provider,
      ...toPassword(owner, challenge),
      hasShownFactor: true,
      alongside,
    })

  async function enrol(
    action: AuditEntry['action'],
    { challengeId, name, origin }: { challengeId: string; name: string; origin: SignInOrigin },
    prove: () => Promise<Omit<NewFactor, 'name'> | null>,
  ) {
    return runStep(action, challengeId, true, origin, async (owner) => {
      const challenge = await findOpenChallenge(pool, { id: challengeId, kind: 'enrolment', sessionId: null })
      const factor = await prove()
      if (!challenge || !owner || !factor || !isUnchanged(owner, challenge)) throw createFailure()
      const kept: { enrolled?: Enrolled } = {}
      const alongside = async (tx: Queryable) => {
        // Who knows only the password must not add a factor to an account that has got one meanwhile.
        const isFirst = (await factors.list(owner.id, tx)).length === 0
        const enrolled = isFirst ? await enrolment.keep(tx, owner.id, challengeId, { ...factor, name }) : null
        if (!enrolled) throw createFailure()
        kept.enrolled = enrolled
        await sessions.endEarlierSessions(tx, owner.id)
      }
      const grant = await begin({ action, owner, challenge, origin, alongside })
      if (!kept.enrolled) throw createFailure()
      return { grant, enrolled: kept.enrolled, browser: throttle.markBrowser(owner.id, origin.browser) }
    })
  }

  const toEnrolmentKey = (id: string) => ({ id, kind: 'enrolment', sessionId: null }) as const

  async function getEnrolling(challengeId: string): Promise<FactorOwner> {
    const owner = await enrolment.findOwner(toEnrolmentKey(challengeId))
    if (!owner || owner.hasSecondFactor) throw createFailure()
    return owner
  }

  return {
    findSite,

    /** Begins the session of a user who has done the first step, unless a second one is due. `hasExternalFactor`: the provider asked for one. */
    async finishFirstStep(step: KnownStep, hasExternalFactor = false): Promise<SignInOutcome> {
      const owner = hasExternalFactor ? null : await factors.findOwner(step.user.id)
      if (owner?.hasSecondFactor) return ask('verification', owner, step)
      const requiredFrom = owner && findRequiredFrom(owner.tenant, owner)
      if (owner && requiredFrom && requiredFrom <= now()) return ask('enrolment', owner, step)
      return { grant: await sessions.beginSession({ ...step, hasShownFactor: hasExternalFactor }) }
    },

    async verifySecondFactor(challengeId: string, proof: Proof, origin: SignInOrigin): Promise<SecondStep> {
      const action = 'verifySecondFactor'
      return runStep(action, challengeId, !('passkey' in proof), origin, async (owner) => {
        const challenge = await takeTry(pool, { id: challengeId, kind: 'verification', sessionId: null })
        const question = { challenge: challenge?.passkeyChallenge ?? null, site: findSite(origin) }
        // One that has ended costs what a wrong code costs.
        const isShown = await proofs.check(challenge?.userId ?? randomUUID(), proof, question)
        if (!challenge || !owner || !isShown || !isUnchanged(owner, challenge)) throw createFailure()
        const alongside = async (tx: Queryable) => {
          if (!(await factors.removeChallenge(tx, hashChallengeId(challengeId)))) throw createFailure()
        }
        const grant = await begin({ action, owner, challenge, origin, alongside })
        return { grant, browser: throttle.markBrowser(owner.id, origin.browser) }
      })
    },

    async beginPasskeyVerification(challengeId: string, origin: SignInOrigin) {
      const key = { id: challengeId, kind: 'verification', sessionId: null } as const
      const open = await findOpenChallenge(pool, key)
      const site = findSite(origin)
      const passkeyChallenge = generatePasskeyChallenge()
      if (!open?.userId || !(await setPasskeyChallenge(pool, key, passkeyChallenge))) throw createFailure()
      const known = (await factors.list(open.userId)).flatMap(({ credentialId, transports, rpId }) =>
        credentialId !== null && rpId === site.rpId ? [{ credentialId, transports }] : [],
      )
      return toRequestOptions(site, passkeyChallenge, known)
    },

    async beginTotpAtSignIn(challengeId: string) {
      const begun = await enrolment.beginTotp(toEnrolmentKey(challengeId), await getEnrolling(challengeId))
      if (!begun) throw createFailure()
      return begun
    },

    finishTotpAtSignIn: (challengeId: string, totp: string, name: string, origin: SignInOrigin) =>
      enrol('finishTotpAtSignIn', { challengeId, name, origin }, () => enrolment.proveTotp(toEnrolmentKey(challengeId), totp)),

    async beginPasskeyAtSignIn(challengeId: string, origin: SignInOrigin) {
      const options = await enrolment.beginPasskey(toEnrolmentKey(challengeId), await getEnrolling(challengeId), findSite(origin))
      if (!options) throw createFailure()
      return options
    },

    finishPasskeyAtSignIn: (challengeId: string, passkey: PasskeyAttestation, name: string, origin: SignInOrigin) =>
      enrol('finishPasskeyAtSignIn', { challengeId, name, origin }, () =>
        enrolment.provePasskey(toEnrolmentKey(challengeId), passkey, findSite(origin)),
      ),
  }
}
