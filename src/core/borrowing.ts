const borrowers: WeakSet<object> = new WeakSet();

/**
 * Marks a function that keeps no reference to genomes once it has answered, neither to those it is given nor to those it
 * answers with. Functions are marked, not who has them: what a user overrides, wraps, spies on or spreads into an object of
 * its own promises nothing. So a class marks its method as it was when the class was defined.
 */
export function borrowing<F extends object>(method: F): F {
  borrowers.add(method);
  return method;
}

/** Whether a function is marked so. */
export function isBorrowing(method: object): boolean {
  return borrowers.has(method);
}
