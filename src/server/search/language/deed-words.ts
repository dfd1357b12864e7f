import type { Deed } from './deeds.ts';

/** Words and phrases for what is done with a thing, also those of every day. Inflections and separated verbs follow. */
export const germanDeeds: Record<Deed, string> = {
  begin: `anmelden, Anmeldung, eröffnen, Eröffnung, aufmachen, gründen, Gründung, anfangen, beginnen, einziehen, Einzug,
    zuziehen, Zuzug, herziehen, hergezogen, zulassen, Zulassung, anschaffen, angeschafft, gekauft, kaufen, adoptiert,
    geboren, Geburt, zum ersten Mal, Ersterteilung, Existenzgründung, selbstständig machen, selbständig machen,
    neu hier, neu in der Stadt, neu zugezogen`,
  end: `abmelden, Abmeldung, beenden, kündigen, Kündigung, aufgeben, Aufgabe, Geschäftsaufgabe, Betriebsaufgabe,
    geschlossen, zumachen, dichtmachen, dicht machen, zusperren, aufhören, einstellen, pleite, bankrott, Laden schließen, Geschäft schließen, Betrieb schließen, Firma schließen, Unternehmen schließen,
    insolvent, stilllegen, Stilllegung, verschrotten, verschrottet, Schrott, Verwertung, loswerden,
    verkauft, abgegeben, weggegeben, weggeben, verschenkt, verschenken, auswandern,
    Auswanderung, wegziehen, weggezogen, fortziehen, fortgezogen, Wegzug, ausgewandert, austreten, Austritt,
    Außerbetriebsetzung, nicht mehr da, nicht mehr haben, habe keinen mehr, habe keine mehr, gibt es nicht mehr,
    haben keinen mehr, nicht mehr fahren, nicht mehr angemeldet, nicht mehr betreiben`,
  change: `ummelden, Ummeldung, umziehen, Umzug, umgezogen, umziehe, ändern, Änderung, umschreiben, Umschreibung,
    überschreiben, Halterwechsel, wechseln, umtauschen, Umtausch, tauschen, verlegen, Verlegung`,
  die: `gestorben, verstorben, sterben, stirbt, starb, tot, tote, toter, Tod, Todesfall, Sterbefall, Sterbeurkunde, verendet,
    eingegangen, überfahren, eingeschläfert, einschläfern, lebt nicht mehr, nicht mehr am Leben, beerdigt`,
  lose: `verloren, Verlust, verlieren, verschwunden, abhandengekommen, gestohlen, geklaut, Diebstahl, stehlen, geraubt,
    verlegt, verbummelt, verschlampt, verschludert, weg, futsch, weggekommen, abhanden, kaputt, vergessen, liegen gelassen,
    liegenlassen, liegengelassen, Ersatz, Zweitschrift, Verlorenes, wegkamen, wegkommen`,
  find: 'gefunden, Fund, Fundsache, Fundbüro, Finderlohn, wiedergefunden',
  renew: `verlängern, Verlängerung, erneuern, Erneuerung, abgelaufen, läuft ab, ablaufen, ungültig, läuft aus,
    auslaufen, umtauschen`,
};

export const englishDeeds: Record<Deed, string> = {
  begin: `register, registering, open, opening, start, starting, set up, begin, first time,
    bought, buy, new here, moved in, moving in, just moved, just arrived, adopted, born, become`,
  end: `deregister, deregistration, unregister, close, closing, closed, shut, shutting, stop, stopping, quit, end,
    ending, give up, gave up, giving up, bankrupt, cancel, cancellation, sold, scrap, scrapped, get rid,
    gave away, given away, give away, rehomed, ran away, emigrate, emigrating, leave, leaving, move away, moving away, moved away, no longer, moving abroad, move abroad,
    off the road, wind up, dissolve`,
  change: `change, changing, move, moving, moved, relocate, relocation, exchange, convert, conversion, swap, swapped,
    transfer, update, switch`,
  die: 'died, dying, dead, death, passed away, deceased, put down, put to sleep, no longer alive',
  lose: `lost, lose, losing, missing, loss, stolen, theft, robbed, replacement, replace, misplaced, mislaid`,
  find: `finding, find, found, lost and found`,
  renew: `renew, renewal, extend, extension, prolong, expired, expires, expiring, runs out, out of date`,
};

/** Members of the family: they say who something happened to, and not what a person looks for. */
export const germanPersons = `Oma Opa Mama Papa Mutti Vati Mutter Vater Vaters Mutters Großmutter Großvater Schwester
  Bruder Tante Onkel Mann Frau Ehemann Ehefrau Ehepartner Partner Partnerin Tochter Sohn Schwiegermutter Schwiegervater
  Eltern Großeltern Freund Freundin Nachbar Nachbarin Cousin Cousine Oppa Omi Opi Vadder Mudder Modder Süster Broder`;
export const englishPersons = `grandma grandpa granny mum mom dad mother father grandmother grandfather sister brother aunt
  uncle husband wife spouse partner daughter son parents grandparents friend neighbour neighbor mummy daddy`;
