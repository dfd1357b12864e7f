/** Makes a function that computes its result once for each object, for as long as the object lives. */
export function onceFor<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, { made: Made }>();
  return (key) => {
    const entry = known.get(key) ?? { made: make(key) };
    known.set(key, entry);
    return entry.made;
  };
}
