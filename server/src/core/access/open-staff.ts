import type { Author } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Permission } from '#kernel/http/route.ts'
import type { NewSession } from './begin-session.ts'
import type { AccessContext, AccessRules } from './context.ts'
import type { StaffId } from './ids.ts'
import {
  beginPasskeyLogin,
  type Login,
  logIn,
  logInByPasskey,
  type PendingLogin,
  pendingPerson,
  takeSecondStep,
} from './log-in.ts'
import { addStaff, changeStaff, checkPassword, type StaffChanges, type StaffInput } from './manage-staff.ts'
import { refuse } from './refusals.ts'
import { permissionsOf, type StaffScope } from './roles.ts'
import { type Factors, openFactors } from './second-factor/open-factors.ts'
import {
  actorOf,
  type SessionCaller,
  type Staff,
  type StaffAuthor,
  type StaffCaller,
  type StaffSession,
  type StaffToken,
} from './staff.ts'
import {
  acceptInvitation,
  inviteByEmail,
  inviteStaff,
  type NewInvitation,
  revokeInvitation,
} from './staff-invitations.ts'
import {
  authenticateAgain,
  beginProof,
  endOtherSessions,
  endSession,
  openSessionsOnPage,
  sessionGoesOn,
  staffOfSession,
} from './staff-sessions.ts'
import {
  createStaffToken,
  type NewToken,
  revokeStaffToken,
  staffOfToken,
  type TokenRevocation,
  tokenGoesOn,
} from './staff-tokens.ts'
import { findStaff, findStaffByEmail, listStaff, type Page, tokensOf, turnOf } from './store.ts'

/** The staff of the operator, of merchants and of partners. Every change is audited in the same commit. */
export type StaffDirectory = {
  add(input: StaffInput): Promise<Staff>
  change(input: StaffChanges): Promise<Staff>
  /** The person, when e-mail and password are theirs. Takes the same time whether or not the e-mail is known. */
  checkPassword: (unchecked: Parameters<typeof checkPassword>[1]) => Promise<Staff | undefined>
  /** By the e-mail address, in letters of either case. Refuses one that is not known. */
  withEmail(email: string): Promise<Staff>
  /** By ascending id; of one scope, when it is given; at most 1000. */
  list(scope?: StaffScope): Promise<readonly Staff[]>
  find(id: StaffId): Promise<Staff | undefined>
  /**
   * A write for a commit that depends on what was read of this person after this: of two such commits at the same moment the
   * later one misses, and decides again.
   */
  turn(id: StaffId): Promise<Write>
  createToken(input: Parameters<typeof createStaffToken>[1]): Promise<NewToken>
  revokeToken(input: TokenRevocation): Promise<void>
  /** Newest first, with those that have ended. */
  tokens(id: StaffId): Promise<readonly StaffToken[]>
  /** Who calls with this token, and what the call may do. */
  ofToken(unchecked: string): Promise<StaffCaller | undefined>
  /** A link with which the person sets a password. */
  invite(input: Parameters<typeof inviteStaff>[1]): Promise<NewInvitation>
  inviteByEmail(input: Parameters<typeof inviteByEmail>[1]): ReturnType<typeof inviteByEmail>
  revokeInvitation(input: Parameters<typeof revokeInvitation>[1]): Promise<Staff>
  acceptInvitation(input: Parameters<typeof acceptInvitation>[1]): Promise<Staff>
  /** Begins a session in the dashboard, or asks for the second step of a person who has one. */
  logIn(login: Login): Promise<NewSession | PendingLogin>
  /** Whose log-in waits for the second step. */
  pendingPerson(token: string): Promise<StaffId>
  takeSecondStep(input: Parameters<typeof takeSecondStep>[1]): Promise<NewSession>
  beginPasskeyLogin: (at: Parameters<typeof beginPasskeyLogin>[1]) => ReturnType<typeof beginPasskeyLogin>
  logInByPasskey(input: Parameters<typeof logInByPasskey>[1]): Promise<NewSession>
  /** Authenticator apps, passkeys and recovery codes. */
  factors: Factors
  /** Who calls with this token of a session, and what the call may do; `isUse` when a person called, and no page by itself. */
  ofSession(unchecked: string, call: { isUse: boolean }): Promise<SessionCaller | undefined>
  /** Whether what somebody called with opens the same as then: asked while a stream is open, which is no use of a session. */
  goesOn(caller: StaffCaller): Promise<boolean>
  /** One page of the open sessions of a person, newest first. */
  sessions(id: StaffId, page: Page): Promise<{ data: readonly StaffSession[]; total: number }>
  endSession(input: Parameters<typeof endSession>[1]): Promise<void>
  endOtherSessions(input: Parameters<typeof endOtherSessions>[1]): Promise<void>
  /** How the person can prove again to be there. */
  beginProof(caller: SessionCaller, at: Parameters<typeof beginProof>[2]): ReturnType<typeof beginProof>
  authenticateAgain(caller: SessionCaller, proof: Parameters<typeof authenticateAgain>[2]): Promise<Instant>
  /**
   * A person of the operator as the author of a change, when the person's role includes the permission; refuses by name
   * when it does not. For the command line, which changes what belongs to anybody.
   */
  author(email: string, permission: Permission, from: Omit<Author, 'actor'>): Promise<StaffAuthor>
}

export const openStaff = (parts: AccessContext, rules: AccessRules): StaffDirectory => {
  const ctx = { ...parts, ...rules }
  const withEmail = async (email: string): Promise<Staff> => {
    const found = await findStaffByEmail(ctx.db, email.trim().toLowerCase())
    if (!found) throw refuse('staff_not_found', { who: email })
    return found.staff
  }
  return {
    withEmail,
    add: (input) => addStaff(ctx, input),
    change: (input) => changeStaff(ctx, input),
    checkPassword: (unchecked) => checkPassword(ctx, unchecked),
    list: (scope) => listStaff(ctx.db, scope, 1_000),
    find: async (id) => (await findStaff(ctx.db, id))?.staff,
    turn: async (id) => turnOf((await findStaff(ctx.db, id))!),
    createToken: (input) => createStaffToken(ctx, input),
    revokeToken: (input) => revokeStaffToken(ctx, input),
    tokens: (id) => tokensOf(ctx.db, id),
    ofToken: (unchecked) => staffOfToken(ctx, unchecked),
    invite: (input) => inviteStaff(ctx, input),
    inviteByEmail: (input) => inviteByEmail(ctx, input),
    revokeInvitation: (input) => revokeInvitation(ctx, input),
    acceptInvitation: (input) => acceptInvitation(ctx, input),
    logIn: (login) => logIn(ctx, login),
    pendingPerson: (token) => pendingPerson(ctx, token),
    takeSecondStep: (input) => takeSecondStep(ctx, input),
    beginPasskeyLogin: (at) => beginPasskeyLogin(ctx, at),
    logInByPasskey: (input) => logInByPasskey(ctx, input),
    factors: openFactors(ctx),
    ofSession: (unchecked, call) => staffOfSession(ctx, unchecked, call),
    goesOn: (caller) =>
      caller.via.kind === 'session' ? sessionGoesOn(ctx, caller as SessionCaller) : tokenGoesOn(ctx, caller),
    sessions: (id, page) => openSessionsOnPage(ctx, id, page),
    endSession: (input) => endSession(ctx, input),
    endOtherSessions: (input) => endOtherSessions(ctx, input),
    beginProof: (caller, at) => beginProof(ctx, caller, at),
    authenticateAgain: (caller, proof) => authenticateAgain(ctx, caller, proof),
    author: async (email, permission, from) => {
      const staff = await withEmail(email)
      if (!staff.active) throw refuse('staff_inactive', { who: staff.email })
      const { kind, id } = staff.scope
      if (kind !== 'platform') throw refuse('operator_staff_only', { who: staff.email, scope: `${kind} ${id}` })
      const permissions = permissionsOf(staff.role, undefined)
      if (permissions !== 'all' && !permissions.has(permission))
        throw refuse('permission_missing', { who: staff.email, permission })
      return { ...from, actor: actorOf(staff), staffId: staff.id }
    },
  }
}
