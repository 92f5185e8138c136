import type { Config } from '../config.ts'

/** The settings through which a process of staging reaches somebody, or is reached by their keys, whatever the database says. */
const outward: Readonly<Record<string, string>> = {
  FLORIN_SMTP_URL: 'shoppers and staff by email; without it emails are in the mailbox of staging',
  FLORIN_EVM_RPC_URLS: 'nodes of chains',
  FLORIN_RATES_URL: 'a source of exchange rates',
  FLORIN_BANK: 'the bank: files of payouts that a person takes there',
  FLORIN_NETWORK_KEYS: 'card networks, which send messages with these keys',
  FLORIN_NETWORK_MAC_KEYS: 'card networks, by ISO 8583',
  FLORIN_NETWORK_PIN_KEYS: 'card networks, by their keys of zones',
  FLORIN_ISO8583: 'card networks, which connect to these addresses',
  FLORIN_SSO_ISSUER: 'the provider of single sign-on',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'a collector of traces',
  FLORIN_EGRESS_PROXY: 'everything that is sent out',
  FLORIN_READ_DATABASE_URL: 'a replica, which must not be that of production',
  FLORIN_PUBLIC_URL: 'shoppers, by the links that this copy makes',
}

export type OutwardSetting = { name: string; isSet: boolean; reaches: string }

/** Which of them are set for this command. */
export const outwardSettings = ({ settings }: Pick<Config, 'settings'>): OutwardSetting[] =>
  Object.entries(outward).map(([name, reaches]) => ({
    name,
    isSet: settings.some((one) => one.name === name && one.isSet),
    reaches,
  }))
