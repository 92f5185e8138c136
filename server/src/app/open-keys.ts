import { type KeyRing, loadKeyFile, readKeyRing } from '#kernel/crypto/keys.ts'
import type { Config } from './config.ts'

/** The master keys as they are configured; in staging a first start makes them. */
export const openKeys = ({ keys, environment }: Pick<Config, 'keys' | 'environment'>): KeyRing =>
  readKeyRing(
    'text' in keys ? keys.text.reveal() : loadKeyFile(keys.file, { mayGenerate: environment === 'staging' }).reveal(),
  )
