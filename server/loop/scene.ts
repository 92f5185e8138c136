import { type Books, openBooks } from './books.ts'
import { type Merchant, openMerchant } from './merchant.ts'
import { type CardNetwork, openNetwork } from './network.ts'
import { openPartner, type Partner } from './partner.ts'
import type { Printer } from './printer.ts'
import type { Program } from './program.ts'

/** Everybody who takes part in the story. */
export type Scene = {
  program: Program
  printer: Printer
  partner: Partner
  merchant: Merchant
  network: CardNetwork
  books: Books
  close(): Promise<void>
}

export async function openScene(program: Program, printer: Printer): Promise<Scene> {
  const books = openBooks(program)
  const [partner, merchant] = await Promise.all([openPartner(program), openMerchant(program)])
  return {
    program,
    printer,
    partner,
    merchant,
    network: openNetwork(program),
    books,
    close: async () => {
      await Promise.all([partner.close(), merchant.close()])
    },
  }
}
