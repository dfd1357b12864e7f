/** The page of everything that is kept of a person, with its flow: no other page needs the code of either. */
export { OwnDataScreen } from '#ui/screens/own-data/own-data-screen.tsx';
export { wireOwnData } from '../wiring/own-data.ts';
