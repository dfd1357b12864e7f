import type { Api } from '../api.ts';
import { wireEmbedded } from './embedded.ts';
import { talkToFrame } from './frame-channel.ts';

/**
 * The flow of a form that a form server shows, with its frame: only such forms load this file.
 * @param noteSign called when somebody works in the frame
 */
export const wireFrameForm = (api: Api, noteSign: () => void) => wireEmbedded(api, talkToFrame(noteSign));
