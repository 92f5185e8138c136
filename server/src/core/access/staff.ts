import type { Author } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Permission, Permissions } from '#kernel/http/route.ts'
import type { ApprovalId, StaffId, StaffSessionId, StaffTokenId } from './ids.ts'
import type { StaffRole, StaffScope } from './roles.ts'
import type { LoggedInWith } from './second-factor/factor.ts'

/** A person who works for the operator, for a merchant or for a partner. */
export type Staff = {
  id: StaffId
  scope: StaffScope
  /** In small letters; unique in the whole installation. */
  email: string
  name: string
  role: StaffRole
  /** An inactive person is refused everywhere, with every token. */
  active: boolean
  createdAt: Instant
  hasPassword: boolean
  /** Of a link that was neither used nor revoked; in the past when it has lapsed. Undefined: there is none. */
  invitedUntil: Instant | undefined
}

/** A token as lists show it: never the token itself. */
export type StaffToken = {
  id: StaffTokenId
  name: string
  /** Undefined: all that the role has. */
  permissions: readonly Permission[] | undefined
  /** Undefined: made before this was recorded, or not by a person by name. */
  madeBy: StaffId | undefined
  createdAt: Instant
  expiresAt: Instant
  revokedAt: Instant | undefined
}

/** A session in the dashboard as lists show it. */
export type StaffSession = {
  id: StaffSessionId
  /** The browser, as it names itself. */
  agent: string
  ip: string
  createdAt: Instant
  lastUsedAt: Instant
  /** When the person last proved to be there, with a password or a second factor. */
  authenticatedAt: Instant
  expiresAt: Instant
  loggedInWith: LoggedInWith
}

/** What a call came with: the API token of a program, or a session in the dashboard. */
export type StaffCredential =
  | {
      kind: 'token'
      id: StaffTokenId
      /** Who has made it, and can call with it too; absent where that is not known. */
      madeBy?: StaffId | undefined
    }
  | {
      kind: 'session'
      id: StaffSessionId
      authenticatedAt: Instant
      loggedInWith: LoggedInWith
      /** The installation requires a second factor of the person's role, and this session began without one. */
      lacksSecondFactor: boolean
    }

/** Who calls, with what, and what the call may do. */
export type StaffCaller = {
  staff: Staff
  via: StaffCredential
  permissions: Permissions
  /** The call does what this approval is for, and nothing else. */
  carriesOut?: ApprovalId | undefined
}

/** Who reads a list: a caller, or the person for whom a worker writes it to a file. */
export type ListReader = Pick<StaffCaller, 'staff' | 'permissions'>

/** A person in the dashboard. */
export type SessionCaller = StaffCaller & { via: Extract<StaffCredential, { kind: 'session' }> }

/** Who changes something. */
export type StaffAuthor = Author & {
  /** When it is a person by name. */
  staffId?: StaffId | undefined
  /** Who has made the token of the call, when it came with one and that is known. */
  tokenMadeBy?: StaffId | undefined
  /** When it is what this approval is for. */
  carriesOut?: ApprovalId | undefined
}

/** As the audit names a person. */
export const actorOf = ({ id }: Pick<Staff, 'id'>): string => `staff ${id}`
