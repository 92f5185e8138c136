import type { LoginMethod } from './holder.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    holderRegistered: { body: { method: LoginMethod }; subject: undefined }
    holderLoggedIn: { body: { sessionId: string; method: LoginMethod }; subject: undefined }
    /** A refresh token was used twice: one of its users has stolen it, so the session is ended for both. */
    sessionEnded: { body: { sessionId: string; reason: string }; subject: undefined }
  }
}
