import type { Booked } from './books.ts'

/** Where something happened. */
export type Side = 'merchant' | 'partner' | 'network' | 'operator' | 'books'

/** Prints the story as it goes. */
export type Printer = {
  step(title: string): void
  tell(side: Side, text: string): void
  booked(entry: Booked): void
  block(title: string, lines: readonly string[]): void
  end(text: string, isRight: boolean): void
}

const colours = { merchant: 33, partner: 36, network: 35, operator: 34, books: 32 } as const
const codes = { bold: 1, dim: 2, red: 31, green: 32, ...colours } as const

/** Colours only where a person reads them. */
export function openPrinter(print: (line: string) => void, hasColours: boolean): Printer {
  const paint = (style: keyof typeof codes, text: string) =>
    hasColours ? `\u001B[${codes[style]}m${text}\u001B[0m` : text
  const startedAt = performance.now()
  let steps = 0
  return {
    step: (title) => {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      print(`\n${paint('bold', `${String(++steps).padStart(2)}  ${title}`)}  ${paint('dim', `${seconds} s`)}`)
    },
    tell: (side, text) => print(`    ${paint(side, side.padEnd(8))}  ${text}`),
    booked: ({ recipe, reference, lines }) => {
      print(`    ${paint('books', 'books   ')}  ${recipe}, ${reference}`)
      const shown = lines.map(({ account, ...line }) => ({ ...line, account: shortened(account) }))
      const [accounts, amounts] = [shown.map(({ account }) => account.length), shown.map(({ amount }) => amount.length)]
      for (const { side, account, amount, currency } of shown)
        print(
          paint(
            'dim',
            `              ${side.padEnd(6)}  ${account.padEnd(Math.max(...accounts))}  ${amount.padStart(Math.max(...amounts))} ${currency}`,
          ),
        )
    },
    block: (title, lines) => {
      print(`\n${paint('bold', `    ${title}`)}`)
      for (const line of lines) print(`      ${line}`)
    },
    end: (text, isRight) => print(`\n${paint(isRight ? 'green' : 'red', text)}`),
  }
}

/** The ids of accounts are too long for a line; their first part tells them apart. */
const shortened = (account: string): string => account.replace(/([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, '$1…')
