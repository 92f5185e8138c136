declare module '#kernel/db/events.ts' {
  interface Events {
    linkCreated: { body: { hash: string }; subject: undefined }
    linkChanged: { body: { hash: string; version: number }; subject: undefined }
    linkRemoved: { body: { hash: string }; subject: undefined }
  }
}

export {}
