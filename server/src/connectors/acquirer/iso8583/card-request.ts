import type { AuthorizeRequest } from '../port.ts'
import type { Profile } from './profile.ts'
import type { AuthorizationKind } from './story.ts'

export type CardRequest = Omit<AuthorizeRequest, 'kind'> & { kind: AuthorizationKind }

/** A sale is one message where the host has one for it, and an authorization with its completion otherwise. */
export function messageFor(
  { messages }: Profile,
  kind: AuthorizationKind,
): 'authorization' | 'financial' | 'verification' {
  if (kind === 'verify') return 'verification'
  return kind === 'sale' && messages.financial ? 'financial' : 'authorization'
}
