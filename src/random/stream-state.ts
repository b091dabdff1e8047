import { int32, type StateKind } from '../formats/index.ts';

const words = int32([4]);

/** The state of a stream, as given by `getState`. */
export const streamState: StateKind<Int32Array> = {
  write: words.write,
  read(from, place) {
    const state = words.read(from, place);
    if (state.some((word) => word !== 0)) return state;
    throw from.fail(`have a number other than 0 in ${place}`, state);
  },
};
