/** Of connections to processors. */
export const processorsInRomanian: Readonly<Record<string, string>> = {
  processor_kind_not_found: 'Acest program nu se conectează la niciun procesator de tipul {kind}. Există: {kinds}.',
  connection_not_found: 'Nu există o conexiune cu acest nume. Lista lor: florin connector list.',
  invalid_connection_name: 'Un nume are între 1 și 40 de litere mici, cifre și liniuțe și începe cu o literă.',
  connection_name_taken: 'Există deja un conector {name}. Alegeți alt nume: nu se mai schimbă.',
  unknown_credential_field: 'O conexiune de tipul {kind} nu are câmpul {field}. Are: {fields}.',
  missing_credential_field: 'Lipsește câmpul {field}. {help}',
  invalid_credential_field: 'Câmpul {field} nu este valid: {why}',
  connection_mode_mismatch:
    'Aceste date de acces sunt pentru sistemul {mode} al procesatorului, iar această instalare le acceptă numai pe cele {wanted}. {how}',
  connection_check_failed: 'Procesatorul a fost întrebat cu aceste date de acces și nu s-a schimbat nimic: {problem}',
  connection_account_changed:
    'Aceste date de acces sunt pentru {account}, iar conexiunea {name} este pentru {known}. Pentru alt cont adăugați altă conexiune.',
  inbound_webhook_not_found: 'Nu există un webhook al unui procesator cu acest număr.',
  refused_request_not_found: 'Nu există o astfel de cerere refuzată la {connection}.',
  refused_request_decided: 'S-a decis deja asupra cererii refuzate {id}: este {status}.',
  refused_request_under_way:
    'Cererea refuzată {id} tocmai a fost retrimisă și se așteaptă răspunsul procesatorului. Decideți după ce sosește.',
  totals_not_found: 'Nu există astfel de totaluri la {connection}. Lista lor: florin connector totals.',
  totals_closed: 'La totalurile {id} nu mai este nimic de închis: starea lor este {status}.',
  inbound_webhook_deleted: 'Conținutul webhookului {id} a fost șters, fiind vechi. Nu mai poate fi reaplicat.',
  connection_already_disabled: 'Conexiunea {name} este deja dezactivată.',
  connection_not_disabled: 'Conexiunea {name} nu este dezactivată.',
  connection_is_disabled: 'Conexiunea {name} este dezactivată. Activați-o mai întâi.',
  connection_unreadable:
    'Datele de acces ale conexiunii {name} nu pot fi citite: {problem}. Dați-le pe toate: florin connector replace-credentials {name}.',
}
