import { z } from 'zod'
import { type IssuingRoute, issuingRoute } from '#issuing/api'
import { email, optional, wholeNumber } from '#kernel/http/field.ts'
import {
  code,
  expiresIn,
  group,
  id,
  language,
  newCustomerShape,
  registrationReply,
  registrationShape,
  signedChallenge,
  tokensReply,
  tokensShape,
  walletAddress,
} from './auth-fields.ts'
import type { HoldersContext } from './context.ts'
import type { ChallengePurpose } from './holder.ts'
import { logInWithWallet } from './log-in-with-wallet.ts'
import { registerWithWallet } from './register-with-wallet.ts'
import { verifyRegistration } from './verify-registration.ts'
import { openChallenge } from './wallet-challenges.ts'

export const walletRegistrationRoutes = (ctx: HoldersContext): IssuingRoute[] => [
  challengeRoute(ctx, {
    purpose: 'register',
    path: '/auth/register/wallet/challenge',
    operationId: 'createWalletRegistrationChallenge',
    summary: 'Create wallet registration challenge',
  }),
  issuingRoute({
    method: 'POST',
    path: '/auth/register/wallet',
    operationId: 'registerWithWallet',
    group,
    summary: 'Register with wallet',
    about:
      'With the signature of the wallet over the message of the challenge. A code is sent to the e-mail address, as in a registration with e-mail.',
    caller: 'partnerApp',
    status: 201,
    repeated: 'secret',
    body: z.object({ ...signedChallenge, email: email(254), language: language() }),
    reply: registrationShape,
    run: async ({ caller: { partnerId }, body, ip, once }) =>
      registrationReply(
        await registerWithWallet(ctx, { ...body, partnerId, language: body.language ?? 'en', ip, once }),
      ),
  }),
  issuingRoute({
    method: 'POST',
    path: '/auth/register/wallet/verify',
    operationId: 'verifyWalletRegistration',
    group,
    summary: 'Verify wallet registration',
    about: 'The code works for 10 minutes. After five wrong ones, register again.',
    caller: 'partnerApp',
    status: 201,
    repeated: 'secret',
    body: z.object({ registrationId: id('a registration'), code: code() }),
    reply: newCustomerShape,
    run: async ({ caller: { partnerId }, body, ip, once }) => {
      const customer = await verifyRegistration(ctx, 'wallet', { ...body, partnerId, ip, once })
      return { customerId: customer.customerId, ...tokensReply(customer) }
    },
  }),
]

export const walletLoginRoutes = (ctx: HoldersContext): IssuingRoute[] => [
  challengeRoute(ctx, {
    purpose: 'login',
    path: '/auth/login/wallet/challenge',
    operationId: 'createWalletLoginChallenge',
    summary: 'Create wallet login challenge',
  }),
  issuingRoute({
    method: 'POST',
    path: '/auth/login/wallet',
    operationId: 'loginWithWallet',
    group,
    summary: 'Log in with wallet',
    about: 'With the signature of the wallet over the message of the challenge.',
    caller: 'partnerApp',
    repeated: 'secret',
    body: z.object(signedChallenge),
    reply: tokensShape,
    run: async ({ caller: { partnerId }, body, ip, once }) =>
      tokensReply(await logInWithWallet(ctx, { ...body, partnerId, ip, once })),
  }),
]

const challengeRoute = (
  ctx: HoldersContext,
  { purpose, ...named }: Pick<IssuingRoute, 'path' | 'operationId' | 'summary'> & { purpose: ChallengePurpose },
): IssuingRoute =>
  issuingRoute({
    method: 'POST',
    ...named,
    group,
    about:
      'EVM wallets (0x…) sign the message as EIP-191 text; it is one of EIP-4361. MultiversX wallets (erd1…) sign it as a message. It works once, for 5 minutes, and is the same whether or not a customer has the wallet.',
    caller: 'partnerApp',
    status: 201,
    body: z.object({
      walletAddress: walletAddress(),
      chainId: optional(wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER })).meta({
        description: 'The EVM chain that the wallet is on.',
        default: 1,
      }),
    }),
    reply: z.strictObject({
      challengeId: z.uuid(),
      message: z.string().meta({ description: 'The text to sign, exactly as it is.' }),
      expiresIn: expiresIn('the challenge'),
    }),
    run: async ({ caller: { partnerId }, body, ip }) => {
      const chainId = BigInt(body.chainId ?? 1)
      const input = { partnerId, purpose, walletAddress: body.walletAddress, chainId, ip }
      const { challengeId, message, expiresInSeconds } = await openChallenge(ctx, input)
      return { challengeId, message, expiresIn: expiresInSeconds }
    },
  })
