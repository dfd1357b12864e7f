import * as z from 'zod';
import type { UnitRecord } from '../records.ts';
import type { ImportReport } from '../report.ts';
import { child, children, codeIn, textIn, textOf, type XmlElement } from '../xml/element.ts';
import { keyOf } from './identifier.ts';
import { textsOf } from './language.ts';
import { plainText } from './plain-text.ts';

/** An organisational unit; null without an identifier or name. */
export function readUnit(
  element: XmlElement,
  report: ImportReport,
): { key: string; record: UnitRecord } | null {
  const key = keyOf(child(element, 'id'));
  const name = textsOf(children(element, 'name'), report);
  if (!key || (!name.de && !name.en)) {
    report.skip('organisational units without identifier or name', key ?? name.de ?? 'without both');
    return null;
  }
  const record: UnitRecord = {
    name,
    superior: keyOf(child(element, 'uebergeordneteOrganisationseinheitID', 'uebergeordneteOEID')),
    ...addressOf(children(element, 'anschrift')),
    ...channelsOf(element, key, report),
    openingHours: textsOf(
      children(element, 'oeffnungszeiten').flatMap((hours) => {
        const described = children(hours, 'beschreibung');
        return described.length > 0 ? described : [hours];
      }),
      report,
    ),
  };
  return { key, record };
}

type Address = Pick<UnitRecord, 'street' | 'streetNumber' | 'postbox' | 'postalCode' | 'city'>;

/** Street and postbox may be separate addresses; postcode and town are those of the street if there is one. */
function addressOf(addresses: XmlElement[]): Address {
  const isPostbox = (address: XmlElement) =>
    !textIn(address, 'strasse') &&
    (textIn(address, 'postfach') !== '' || /postfach/i.test(codeIn(child(address, 'typ')).name));
  const house = addresses.find((address) => !isPostbox(address));
  const box = addresses.find((address) => textIn(address, 'postfach') !== '');
  const main = house ?? box;
  return {
    ...streetOf(plain(house, 'strasse'), plain(house, 'hausnummer')),
    postbox: plain(box, 'postfach')?.replace(/^postfach\s*/i, '') || undefined,
    postalCode: plain(main, 'postleitzahl', 'plz'),
    city: plain(main, 'ort'),
  };
}

/** "Rathausplatz 1 a" in one field is street and number. */
function streetOf(street: string | undefined, streetNumber: string | undefined) {
  const together = streetNumber
    ? null
    : /^(.*\D)\s+(\d+\s?[a-z]?(?:\s?[-–/]\s?\d+\s?[a-z]?)?)$/i.exec(street ?? '');
  return together ? { street: together[1], streetNumber: together[2] } : { street, streetNumber };
}

const plain = (element: XmlElement | undefined, ...names: string[]) =>
  plainText(textIn(element, ...names)) || undefined;

type Channels = Pick<UnitRecord, 'phoneNumber' | 'fax' | 'email' | 'website'>;

/** The first telephone, fax, mail and web address. The channel's name decides, otherwise the form of the value. */
function channelsOf(unit: XmlElement, key: string, report: ImportReport): Channels {
  const found: Channels = {};
  const entries = [
    ...children(unit, 'erreichbarkeit').map((entry) => ({
      value: plainText(textIn(entry, 'kennung')),
      channel: codeIn(child(entry, 'kanal')).name,
    })),
    ...children(unit, 'internetadresse').map((entry) => ({
      value: plainText(textIn(entry, 'uri') || textOf(entry)),
      channel: 'Internet',
    })),
  ];
  for (const { value, channel } of entries.filter(({ value }) => value !== '')) {
    const kind = kindOf(channel, value);
    const usable = kind && usableAs(kind, value);
    if (usable) found[kind] ??= usable;
    else
      report.skip(
        'ways to reach units that the portal cannot show',
        `${key}: ${channel} ${value}`.slice(0, 160),
      );
  }
  return found;
}

function kindOf(channel: string, value: string): keyof Channels | null {
  if (/fax/i.test(channel)) return 'fax';
  if (/mail/i.test(channel) && !/de-mail/i.test(channel)) return 'email';
  if (/tel|mobil|festnetz/i.test(channel)) return 'phoneNumber';
  if (/inter|web|home|url/i.test(channel)) return 'website';
  if (/[\p{L}-]{3}/u.test(channel)) return null;
  if (value.includes('@')) return 'email';
  if (/^(https?:\/\/|www\.)/i.test(value)) return 'website';
  return /^[+\d][\d\s()/.-]{3,}$/.test(value) ? 'phoneNumber' : null;
}

/** Web addresses are shown with https only. */
function usableAs(kind: keyof Channels, value: string): string | null {
  if (kind === 'email') return z.email().safeParse(value).success ? value : null;
  if (kind !== 'website') return /\d{3}/.test(value) ? value : null;
  const url = URL.parse(/^www\./i.test(value) ? `https://${value}` : value);
  return url?.protocol === 'https:' ? url.href : null;
}
