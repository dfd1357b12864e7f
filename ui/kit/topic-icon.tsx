/** Icons of topics, drawn with a line of even width on a square of 24. Content names them (`icon`). */
const SIGNS: Record<string, string> = {
  'id-card':
    'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM6.5 11a2 2 0 1 0 4 0 2 2 0 1 0-4 0M5.5 16c.6-1.5 1.7-2.2 3-2.2s2.4.7 3 2.2M14.5 10h3.5M14.5 14h3.5',
  family:
    'M5.5 7a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M14.5 9.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M3 20v-3.5a4 4 0 0 1 4-4h2a4 4 0 0 1 4 4V20M15.5 14.5H17a3.5 3.5 0 0 1 3.5 3.5v2',
  school: 'M2.5 9.5 12 5l9.5 4.5L12 14zM6.5 11.5V16c1.5 1.4 3.4 2 5.5 2s4-.6 5.5-2v-4.5M21.5 9.5V15',
  work: 'M5 7.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM8.5 7.5V6a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v1.5M3 13h18',
  health: 'M12 20s-8-4.9-8-10.6A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8 2.4C20 15.1 12 20 12 20z',
  support:
    'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M8.5 12a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M5.6 5.6l3.9 3.9M14.5 14.5l3.9 3.9M18.4 5.6l-3.9 3.9M9.5 14.5l-3.9 3.9',
  building: 'M4 20V10l8-6 8 6v10zM9.5 20v-6h5v6',
  vehicle:
    'M3.5 17v-4l2-5.5A2 2 0 0 1 7.4 6h9.2a2 2 0 0 1 1.9 1.5l2 5.5v4zM3.5 12.5h17M6 17v2.5M18 17v2.5M7 14.8h1.5M15.5 14.8H17',
  taxes: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M15.5 8.5a4.5 4.5 0 1 0 0 7M7.5 10.8h5.5M7.5 13.3h5.5',
  business:
    'M4.5 11.5V20h15v-8.5M5 4h14l2 5.5a2.5 2.5 0 0 1-4.5 1.2 2.9 2.9 0 0 1-4.5 0 2.9 2.9 0 0 1-4.5 0A2.5 2.5 0 0 1 3 9.5zM10 20v-4.5h4V20',
  nature: 'M5 20c0-9.5 5-15 15-15 .5 9.5-4.5 15-11 14.5-1.8-.2-3-.8-4-2.2M5 20c2-4.5 5-7.5 9-9.5',
  world:
    'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M3 12h18M12 3c2.7 2.6 4 5.6 4 9s-1.3 6.4-4 9c-2.7-2.6-4-5.6-4-9s1.3-6.4 4-9z',
  birth:
    'M4 12.5a8 8 0 1 0 16 0 8 8 0 1 0-16 0M9.3 11.5v.1M14.7 11.5v.1M9.5 15c1.4 1.3 3.6 1.3 5 0M12 4.5c-1.5.8-1.5 2.5 0 3',
  marriage: 'M3.5 15a5 5 0 1 0 10 0 5 5 0 1 0-10 0M10.5 15a5 5 0 1 0 10 0 5 5 0 1 0-10 0M6.5 4.5h4L8.5 8z',
  moving: 'M3.5 8 12 4l8.5 4v8L12 20l-8.5-4zM3.5 8 12 12l8.5-4M12 12v8',
  'house-building': 'M4 20V10l8-6 8 6v10zM12 11v6M9 14h6',
  founding: 'M9.5 17.5c0-2-3.5-3.2-3.5-7a6 6 0 0 1 12 0c0 3.8-3.5 5-3.5 7zM9.8 20.5h4.4',
  'job-search': 'M4 10.5a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0M15.3 15.3 20.5 20.5M7.8 10.5h5.4',
  care: 'M7 3.5h10a3.5 3.5 0 0 1 3.5 3.5v10a3.5 3.5 0 0 1-3.5 3.5H7A3.5 3.5 0 0 1 3.5 17V7A3.5 3.5 0 0 1 7 3.5zM12 8v8M8 12h8',
  retirement:
    'M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  bereavement: 'M9 11.5h6V21H9zM12 11.5V9.5M12 3c1.900 2.3 1.900 5 0 5.5-1.900-.5-1.900-3.2 0-5.5zM6.5 21h11',
  arrival: 'M3.5 13.5 20.5 4l-5 16-3.5-6.5zM12 13.5 20.5 4',
  folder:
    'M3.5 18V6.5a1.5 1.5 0 0 1 1.5-1.5h4.5l2 2.5H19a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18z',
};

/**
 * The icon of a topic or life situation, decorative: the word next to it carries the meaning.
 * @param name as the content names it; an unknown one becomes a folder
 */
export function TopicIcon({ name }: { name: string }) {
  return (
    <svg className="sp-topic-icon" viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
      <path d={SIGNS[name] ?? SIGNS.folder} />
    </svg>
  );
}
