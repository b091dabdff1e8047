export * from './csv.ts';
export * from './encoding-file.ts';
export * from './npy.ts';
export * from './safetensors.ts';
export * from './snapshot.ts';
export * from './state.ts';
