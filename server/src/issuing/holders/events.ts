import type { CodePurpose, LoginMethod } from './holder.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    holderRegistered: { body: { method: LoginMethod }; subject: undefined }
    holderLoggedIn: { body: { sessionId: string; method: LoginMethod }; subject: undefined }
    /** Without what was typed. The customer is named when there is one. */
    loginFailed: { body: { method: LoginMethod; customerId: string | null }; subject: undefined }
    /** The login was right so far, and waits for a code. */
    loginBegun: { body: { method: LoginMethod; customerId: string }; subject: undefined }
    codeSent: { body: { purpose: CodePurpose }; subject: undefined }
    codeRefused: { body: { purpose: CodePurpose; triesLeft: number }; subject: undefined }
    /** A refresh token was used twice: one of its users has stolen it, so the session is ended for both. */
    sessionEnded: { body: { sessionId: string; reason: string }; subject: undefined }
  }
}
