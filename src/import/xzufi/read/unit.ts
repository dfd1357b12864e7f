import * as z from 'zod';
import type { FurtherContacts } from '#server/content/types.ts';
import { child, children, codeIn, textIn, textOf, type XmlElement } from '../../xml/element.ts';
import type { UnitRecord } from '../records.ts';
import type { ImportReport } from '../report.ts';
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
  const { further: furtherChannels, ...channels } = channelsOf(element, key, report);
  const record: UnitRecord = {
    name,
    superior: keyOf(child(element, 'uebergeordneteOrganisationseinheitID', 'uebergeordneteOEID')),
    ...addressOf(children(element, 'anschrift')),
    ...channels,
    ...destinationOf(element, report),
    further: { ...furtherAddresses(children(element, 'anschrift'), key, report), ...furtherChannels },
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

const isPostbox = (address: XmlElement) =>
  !textIn(address, 'strasse') &&
  (textIn(address, 'postfach') !== '' || /postfach/i.test(codeIn(child(address, 'typ')).name));

/** The first address with a street, and the first with a postbox. */
const mainAddresses = (addresses: XmlElement[]) => ({
  house: addresses.find((address) => !isPostbox(address)),
  box: addresses.find((address) => textIn(address, 'postfach') !== ''),
});

const placeOf = (address: XmlElement | undefined) =>
  [plain(address, 'postleitzahl', 'plz'), plain(address, 'ort')].join(' ');

/** True if postbox and street fit in one address: the postbox has the same postcode and town, or neither. */
const isBeside = (house: XmlElement | undefined, box: XmlElement | undefined) =>
  !house || placeOf(box).trim() === '' || placeOf(house) === placeOf(box);

/**
 * Street and postbox as the main address. A postbox with another postcode or town becomes a further address: letters to
 * it with the street's postcode do not arrive.
 */
function addressOf(addresses: XmlElement[]): Address {
  const { house, box } = mainAddresses(addresses);
  const main = house ?? box;
  return {
    ...streetOf(plain(house, 'strasse'), plain(house, 'hausnummer')),
    postbox: isBeside(house, box) ? boxNumber(box) : undefined,
    postalCode: plain(main, 'postleitzahl', 'plz'),
    city: plain(main, 'ort'),
  };
}

const boxNumber = (address: XmlElement | undefined) =>
  plain(address, 'postfach')?.replace(/^postfach\s*/i, '') || undefined;

/** The addresses after the first of a kind, as far as they are complete. */
function furtherAddresses(
  all: XmlElement[],
  key: string,
  report: ImportReport,
): Pick<FurtherContacts, 'addresses'> {
  const { house, box } = mainAddresses(all);
  const addresses = all.flatMap((address) => {
    const { street, streetNumber } = streetOf(plain(address, 'strasse'), plain(address, 'hausnummer'));
    const postbox = boxNumber(address);
    const postalCode = plain(address, 'postleitzahl', 'plz') ?? '';
    const city = plain(address, 'ort');
    if (address === house || (address === box && isBeside(house, box))) return [];
    if (!/^\d{5}$/.test(postalCode) || !city || !(street || postbox)) {
      report.skip(
        'further addresses without street or postbox, postcode and town',
        `${key}: ${textOf(address)}`,
      );
      return [];
    }
    return {
      kind: street ? ('house' as const) : ('postbox' as const),
      ...(street && { street }),
      ...(street && streetNumber && { streetNumber }),
      ...(postbox && { postbox }),
      postalCode,
      city,
    };
  });
  return addresses.length > 0 ? { addresses } : {};
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `kommunikationssystem`: the address at FIT-Connect, to which applications are sent. Others are named in the report. */
function destinationOf(unit: XmlElement, report: ImportReport): Pick<UnitRecord, 'destinationId'> {
  const systems = children(unit, 'kommunikationssystem').map((system) => {
    const { code, name } = codeIn(child(system, 'kanal'));
    return { id: plain(system, 'kennung') ?? '', channel: name || code };
  });
  const isDestination = ({ id, channel }: { id: string; channel: string }) =>
    /fit.?connect/i.test(channel) && UUID.test(id);
  const [first, ...others] = systems.filter(isDestination);
  for (const { id, channel } of [...systems.filter((one) => !isDestination(one)), ...others]) {
    report.skip('communication systems other than one destination of FIT-Connect', `${channel} ${id}`.trim());
  }
  return first ? { destinationId: first.id.toLowerCase() } : {};
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

/**
 * The first telephone, fax, mail and web address, and the further ones. The channel's name decides, otherwise the form
 * of the value.
 */
function channelsOf(
  unit: XmlElement,
  key: string,
  report: ImportReport,
): Channels & Pick<UnitRecord, 'further'> {
  const found: Record<keyof Channels, string[]> = { phoneNumber: [], fax: [], email: [], website: [] };
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
    if (!usable) {
      const said = `${key}: ${channel} ${value}`.slice(0, 160);
      report.skip('ways to reach units that the portal cannot show', said);
    } else if (!found[kind].includes(usable)) found[kind].push(usable);
  }
  const [phoneNumber, ...telephones] = found.phoneNumber;
  const [fax, ...faxes] = found.fax;
  const [email, ...emails] = found.email;
  const [website, ...links] = found.website;
  return {
    ...(phoneNumber && { phoneNumber }),
    ...(fax && { fax }),
    ...(email && { email }),
    ...(website && { website }),
    further: {
      ...(telephones.length > 0 && { telephones: telephones.map((number) => ({ number })) }),
      ...(faxes.length > 0 && { faxes: faxes.map((number) => ({ number })) }),
      ...(emails.length > 0 && { emails: emails.map((one) => ({ email: one })) }),
      ...(links.length > 0 && { links: links.map((url) => ({ url })) }),
    },
  };
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
