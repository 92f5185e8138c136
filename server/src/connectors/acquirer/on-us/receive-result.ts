import type { Erro, RReq, RRes } from '#connectors/threeds/messages.ts'
import { commit, update } from '#kernel/db/commit/commit.ts'
import type { OnUsContext } from './context.ts'
import { findAuthentication } from './store.ts'

/** What a challenge has come to, from the issuer. It is kept for the return of the shopper; one that comes again says nothing new. */
export async function receiveResult(ctx: OnUsContext, result: RReq): Promise<RRes | Erro> {
  const { messageVersion, threeDSServerTransID, dsTransID, acsTransID } = result
  const ids = { messageVersion, threeDSServerTransID, dsTransID, acsTransID }
  const known = await findAuthentication(ctx.db, dsTransID)
  if (known?.serverTransId !== threeDSServerTransID)
    return {
      ...ids,
      messageType: 'Erro',
      errorCode: '301',
      errorComponent: 'S',
      errorDescription: 'Transaction ID Not Recognised',
      errorDetail: 'dsTransID',
      errorMessageType: 'RReq',
    }
  if (known.transStatus === null) {
    const set = {
      acs_trans_id: acsTransID,
      trans_status: result.transStatus,
      eci: result.eci ?? null,
      authentication_value: result.authenticationValue ?? null,
    }
    await commit(
      ctx,
      ctx.clock.now(),
      [update('onus.authentications', { set, where: { ds_trans_id: dsTransID } })],
      'receive-result',
    )
  }
  return { ...ids, messageType: 'RRes', resultsStatus: '01' }
}
