declare module '#kernel/db/events.ts' {
  interface Events {
    /** An email is sent again, to another address than before; which one, the body does not say. */
    emailReaddressed: { body: Record<string, unknown>; subject: undefined }
  }
}

export {}
