import type { ListedCommand } from './commands.ts'

/** Who works here, what they did, and the books. */
export const commandsOfPeople: readonly ListedCommand[] = [
  {
    name: 'staff',
    description: 'the people who work here: of the operator, of merchants, of partners',
    load: async () => (await import('./staff.ts')).staffCommand(),
  },
  {
    name: 'person',
    description: 'requests of persons: export what is held of somebody, and erase it',
    load: async () => (await import('./person.ts')).personCommand(),
  },
  {
    name: 'open',
    description: 'print the address where a thing is found, such as: open payment 1042',
    load: async () => (await import('./open.ts')).openCommand(),
  },
  {
    name: 'approvals',
    description: 'what waits until another member of staff approves it; FLORIN_APPROVALS says what needs that',
    load: async () => (await import('./approvals.ts')).approvalsCommand(),
  },
  {
    name: 'audit',
    description: 'who changed what of money and access, when, from where and why; newest first',
    load: async () => (await import('./staff.ts')).auditCommand(),
  },
  {
    name: 'export',
    description: 'write a list as CSV, oldest first: florin export payments --site 10001 > payments.csv',
    load: async () => (await import('./export.ts')).exportCommand(),
  },
  {
    name: 'books',
    description: 'what was booked, entry by entry, oldest first; debits come first, and each entry sums to zero',
    load: async () => (await import('./books.ts')).booksCommand(),
  },
  {
    name: 'verify',
    description:
      'compute every balance, hold and total again from the records, and compare every row with its seal; print differences and exit with 1',
    load: async () => (await import('./verify.ts')).verifyCommand(),
  },
  {
    name: 'seal',
    description: 'seals, by which verify finds what is altered by hand',
    load: async () => (await import('./seal.ts')).sealCommand(),
  },
]
