import { readFileSync } from 'node:fs'
import { Secret } from '#kernel/base/secret.ts'

/** What a partner signs in with and is signed to with, as read from a file: nothing secret is typed. */
export type WebhookKeys = {
  apiKey: Secret<string> | undefined
  /** In the order of the file. */
  signingKeys: readonly Secret<string>[]
}

/** Reads a file that holds the keys as `florin partner add` has printed them, among any other text. */
export function readWebhookKeys(path: string): WebhookKeys {
  const text = readFileSync(path, 'utf8')
  const [apiKey] = text.match(/\bfpk_(?:test|live)_[\w-]{43}/) ?? []
  const signingKeys = [...new Set(text.match(/\bwhsec_[\w-]{32,}/g) ?? [])].map((key) => new Secret(key))
  if (signingKeys.length === 0)
    throw new Error(`There is no signing key (whsec_…) in ${path}. Save what florin partner add printed.`)
  return { apiKey: apiKey === undefined ? undefined : new Secret(apiKey), signingKeys }
}
