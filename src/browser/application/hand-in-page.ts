/** The page for handing in owed documents with its flow: no other page needs the code of either. */
export { HandInScreen } from '#ui/screens/hand-in/hand-in-screen.tsx';
export { wireHandingIn } from '../wiring/handing-in.ts';
