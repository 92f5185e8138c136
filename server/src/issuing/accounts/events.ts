declare module '#kernel/db/events.ts' {
  interface Events {
    accountOpened: { body: { accountId: string; currency: string }; subject: undefined }
    accountClosed: { body: { accountId: string }; subject: undefined }
  }
}

export {}
