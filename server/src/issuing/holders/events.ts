import type { CodePurpose, LoginMethod, PasswordChange } from './holder.ts'

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
    /** The customer gave a new password: with the one before, or with a code that was sent by email. */
    holderPasswordChanged: { body: { how: PasswordChange }; subject: undefined }
    /** A customer who is logged in gave a current password that is none. */
    holderPasswordRefused: { body: Record<never, never>; subject: undefined }
    /** A customer is being erased, or is: what is sealed of them is sealed again. */
    holderErased: { body: { begun: boolean }; subject: undefined }
    /** The customer or the staff ended it, or a refresh token was used twice: one of its users has stolen it. */
    sessionEnded: { body: { sessionId: string; reason: string }; subject: undefined }
  }
}
