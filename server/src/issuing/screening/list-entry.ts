/** The lists that can be loaded: of the United States (OFAC, specially designated nationals) and of the European Union. */
export const listNames = ['ofac', 'eu'] as const
export type ListName = (typeof listNames)[number]

/** What a list says of one person, organisation or ship. */
export type ListEntry = {
  /** How the list itself names it: the number of OFAC, the reference of the European Union. */
  reference: string
  type: EntryType
  /** The first one is the main name. */
  names: readonly ListedName[]
  births: readonly ListedBirth[]
  /** Two capital letters where the country is known, else as the list writes it. */
  countries: readonly string[]
  programmes: readonly string[]
  wallets: readonly ListedWallet[]
  remarks?: string | undefined
}
export type EntryType = 'person' | 'organisation' | 'vessel' | 'aircraft'
/** A weak name is one that the list itself calls too broad to decide anything. */
export type ListedName = { name: string; isWeak?: true }
/** As the list writes it, and the years that it may mean. */
export type ListedBirth = { text: string; fromYear: number; toYear: number }
export type ListedWallet = { currency: string; address: string }

/** What a reader of a list finds, one after another. */
export type Found =
  | { entry: ListEntry; line: number }
  | { problem: string; line: number }
  /** When the list was published, as it says, and how many entries it says it has. */
  | { publishedOn: string }
  | { entries: number }
