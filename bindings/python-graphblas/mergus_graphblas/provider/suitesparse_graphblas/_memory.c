/* Arrays of NumPy that own memory of GraphBLAS, and arrays whose memory GraphBLAS takes over. Both allocate
 * with malloc: an array that owns foreign memory is freed by free(). */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <numpy/arrayobject.h>
#include <stdint.h>

/* claim(address, shape, dtype, fortran): an array that frees the memory at its end. */
static PyObject* claim(PyObject* self, PyObject* arguments) {
    unsigned long long address = 0;
    PyObject *shape = NULL, *dtype = NULL;
    int fortran = 0;
    (void)self;
    if (!PyArg_ParseTuple(arguments, "KO!Op", &address, &PyTuple_Type, &shape, &dtype, &fortran)) return NULL;
    if (!PyArray_DescrCheck(dtype)) {
        PyErr_SetString(PyExc_TypeError, "a dtype is needed");
        return NULL;
    }
    const Py_ssize_t count = PyTuple_Size(shape);
    npy_intp lengths[2];
    if (count < 1 || count > 2) {
        PyErr_SetString(PyExc_ValueError, "an array has one or two dimensions");
        return NULL;
    }
    for (Py_ssize_t k = 0; k < count; ++k) {
        lengths[k] = PyLong_AsSsize_t(PyTuple_GetItem(shape, k));
        if (lengths[k] == -1 && PyErr_Occurred()) return NULL;
    }
    Py_INCREF(dtype);
    PyObject* const array = PyArray_NewFromDescr(
        &PyArray_Type, (PyArray_Descr*)dtype, (int)count, lengths, NULL, (void*)(uintptr_t)address,
        NPY_ARRAY_WRITEABLE | (fortran ? NPY_ARRAY_F_CONTIGUOUS : NPY_ARRAY_C_CONTIGUOUS), NULL);
    if (array != NULL) PyArray_ENABLEFLAGS((PyArrayObject*)array, NPY_ARRAY_OWNDATA);
    return array;
}

/* unclaim(array): the array becomes a view of memory that GraphBLAS has. */
static PyObject* unclaim(PyObject* self, PyObject* array) {
    (void)self;
    if (!PyArray_Check(array)) {
        PyErr_SetString(PyExc_TypeError, "an array is needed");
        return NULL;
    }
    PyArray_CLEARFLAGS((PyArrayObject*)array, NPY_ARRAY_OWNDATA | NPY_ARRAY_WRITEABLE);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"claim", claim, METH_VARARGS, NULL}, {"unclaim", unclaim, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_memory", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__memory(void) {
    import_array();
    return PyModule_Create(&module);
}
