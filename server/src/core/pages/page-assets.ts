import { readFileSync } from 'node:fs'
import { hashOf } from './csp.ts'
import { joinScript } from './script-parts.ts'

/**
 * Everything that is styled or run on a hosted page, inline and from these files only. They are sent
 * as they are written, so that the source of a page is readable.
 */
export const pageStyles = readFileSync(new URL('page.css', import.meta.url), 'utf8')
export const pageScript = joinScript(new URL('scripts/page/', import.meta.url), [
  'card-rules',
  'expiry',
  'card-fields',
  'passing',
  'conveniences',
  'page',
])
/** The same for a page in a frame: what a dark page changes stands apart, so that the script can choose it. */
export const framedStyles = {
  ...splitDark(pageStyles),
  own: readFileSync(new URL('frame.css', import.meta.url), 'utf8'),
}
/** On pages that are made for a frame. */
export const frameScript = joinScript(new URL('scripts/frame/', import.meta.url), [
  'store',
  'looks',
  'arranging',
  'watching',
  'frame',
])
/** On card forms that are made for a frame. */
export const handoverScript = readFileSync(new URL('handover-script.js', import.meta.url), 'utf8')
/** On pages with a card form. */
export const proofScript = readFileSync(new URL('proof-script.js', import.meta.url), 'utf8')

/** On pages that offer wallets; the last one in staging only. */
export const walletStyles = readFileSync(new URL('wallet.css', import.meta.url), 'utf8')
export const framedWalletStyles = splitDark(walletStyles)
export const walletScript = readFileSync(new URL('wallet-script.js', import.meta.url), 'utf8')
export const testWalletScript = readFileSync(new URL('test-wallet-script.js', import.meta.url), 'utf8')

function splitDark(styles: string): { light: string; dark: string } {
  const [whole, dark] = /@media \(prefers-color-scheme: dark\) \{\n([\s\S]*?\n {2}\})\n\}\n/.exec(styles)!
  return { light: styles.replace(whole, ''), dark: dark! }
}

/** The inventory of scripts that PCI DSS 6.4.3 requires: what runs, why, and the hash that the browser checks. */
export const scriptInventory = [
  {
    name: 'page-script.js',
    purpose: 'Groups digits, names the card scheme, checks early, sends a form once, sends passing forms on.',
    hash: hashOf(pageScript),
  },
  {
    name: 'proof-script.js',
    purpose: 'Works for a moment while a card is typed, so that trying thousands of cards by machine is slow.',
    hash: hashOf(proofScript),
  },
  {
    name: 'wallet-script.js',
    purpose: 'Shows the buttons of wallets that the browser has, and sends what they return to our server.',
    hash: hashOf(walletScript),
  },
  {
    name: 'test-wallet-script.js',
    purpose: 'In staging only: stands in for the wallets of the browser, with test cards.',
    hash: hashOf(testWalletScript),
  },
  {
    name: 'frame-script.js',
    purpose: "Tells the store's page what happens in a frame, and takes its looks from there; never what is typed.",
    hash: hashOf(frameScript),
  },
  {
    name: 'handover-script.js',
    purpose: 'Takes what was typed from the form before, in another frame of ours, when a store changes the order.',
    hash: hashOf(handoverScript),
  },
] as const
