### Слова страницы, которую показывает `relict view`.

## Оболочка

web-loading = Загрузка…
web-skip = Перейти к содержимому
web-home = На главную
web-crumbs = Путь
web-files = Файлы
web-views = Виды
web-panels = Сведения
web-welcome = Добро пожаловать
web-search = Поиск
web-search-label = Поиск по имени или шаблону во всех папках и архивах
web-filter-format = Фильтр по формату
web-any-format = Все
web-found = { $count ->
        [0] Ничего не найдено
        [one] { $shown } совпадение
        [few] { $shown } совпадения
       *[many] { $shown } совпадений
    }
web-found-more = Первые { $shown } совпадений; есть ещё
web-folder-empty = Папка пуста
web-edited = Изменено
web-open = Открыть
web-open-title = Открыть файл
web-path = Путь в этой папке
web-path-placeholder = units.rlb/tank.msh или часть имени
web-suggestions = Подсказки
web-drop-title = Другой файл
web-drop-here = Перетащите файл в любое место страницы. Он не покинет этот компьютер и не изменится.
web-drop-now = Отпустите, чтобы открыть
web-drop-safe = Файл не покинет этот компьютер
web-drop-folder = Папку сюда перетащить нельзя. Запустите Relict с этой папкой.
web-drop-large = «{ $name }» больше { $limit }. Положите файл в открытую папку или запустите Relict с этим файлом.
web-choose-file = Выбрать файл…
web-theme = Тема
web-language = Язык
web-toggle-tree = Файлы
web-toggle-side = Сведения
web-resize-tree = Ширина дерева файлов
web-resize-side = Ширина панели сведений
web-close = Закрыть
web-cancel = Отмена
web-retry = Повторить
web-show-bytes = Показать байты
web-go-up = На уровень выше
web-no-view = Вида «{ $view }» нет.
web-gone = Relict больше не работает.
web-gone-help = Запустите его снова и откройте новый адрес.
# Советы для ошибок, чьи собственные советы называют параметры командной строки.
web-help-image-colours = Сохраните картинку как PNG с палитрой, чтобы взять её палитру, или возьмите ближайшие цвета прежней палитры.
web-help-image-outer-colours = Используйте только цвета палитры или возьмите ближайшие.
web-help-image-palette = Положите рядом с файлом PAL.PAL, если это формат 2, или сохраните картинку как PNG с палитрой: её индексы будут взяты как есть.
web-help-image-alpha = Сохраните картинку без прозрачности.
web-help-image-grey = Переведите картинку в оттенки серого.
web-help-game-grey = Используйте только эти уровни серого или правьте ту же текстуру в цвете.
web-help-game-colour = Используйте только цвета палитры.
web-help-game-key-colour = Сделайте пиксель прозрачным или возьмите другой цвет палитры.
web-help-game-depth = Используйте первые 16 цветов палитры или больше бит на пиксель, если игра это допускает.
web-help-pack-signed = Выберите, что делать с подписью. Телефоны, которые её проверяют, не установят программу с неверной подписью.
web-help-viewer-read-only = Чтобы изменять файлы, запустите Relict с разрешением на правку.
web-help-path-no-entry = Перейдите на уровень выше и посмотрите, что там есть.
web-view-welcome = Начало
web-view-picture = Картинка
web-view-model = Модель
web-view-motion = Движение
web-view-timeline = Шкала времени
web-view-map = Карта
web-view-gallery = Галерея
web-view-table = Таблица
web-view-text = Текст
web-view-document = JSON
web-view-bytes = Байты
web-view-list = Содержимое
web-view-diff = Сравнение
web-panel-facts = Сведения
web-panel-findings = Замечания
web-panel-refs = Связи
web-export = Экспорт
web-export-png = Картинка (PNG)
web-export-glb = Модель с текстурами и анимацией (GLB)
web-export-gltf = Модель отдельными файлами (glTF в ZIP)
web-export-json = Все поля (JSON)
web-export-svg = Векторный рисунок (SVG)
web-export-zip = Всё как папка для правки (ZIP)
web-export-folder = Все архивы отсюда как папки для правки (ZIP)
web-export-raw = Исходный файл
web-keys-title = Горячие клавиши
web-keys-everywhere = Везде
web-keys-editing = Правка
web-keys-letters = Команды одной буквой
web-key-search = Поиск
web-key-tree = К дереву файлов
web-key-stage = К просмотру
web-key-open = Открыть путь или файл
web-key-next = Следующая запись
web-key-previous = Предыдущая запись
web-key-up = На уровень выше
web-key-next-view = Следующий вид
web-key-previous-view = Предыдущий вид
web-key-compare = Сравнить
web-key-side = Сведения, замечания, связи
web-key-toggle-tree = Показать или скрыть дерево файлов
web-key-theme = Сменить тему
web-key-help = Горячие клавиши
web-key-escape = Закрыть меню или окно

## Правка и сравнение

web-edits = { $count ->
        [0] Правок нет
        [one] { $count } правка
        [few] { $count } правки
       *[many] { $count } правок
    }
web-edits-unsaved = { $count ->
        [one] { $count } правка не сохранена
        [few] { $count } правки не сохранены
       *[many] { $count } правок не сохранено
    }
web-edits-none = Ничего не изменено.
web-undo = Отменить
web-redo = Вернуть
web-undo-nothing = Нечего отменять.
web-redo-nothing = Нечего возвращать.
web-undo-done = Отменено: { $edit }
web-redo-done = Возвращено: { $edit }
web-save = Сохранить
web-save-as = Сохранить…
web-saved = Сохранено
web-saved-as = Сохранено как { $name }
web-save-title = Сохранить { $name }
web-save-name = Имя нового файла
web-save-beside = Новым файлом
web-save-over = Перезаписать { $name }
web-save-sure = Перезаписать исходный файл (отменить нельзя)
web-save-exists = Файл «{ $name }» уже есть.
web-replace-file = Заменить
web-compare = Сравнить
web-compare-title = Сравнить { $path } с…
web-compare-path = Файлом в этой папке
web-compare-file = Другим файлом
web-compare-original = Сравнить с исходным
web-diff-list = Различия
web-diff-count = { $count ->
        [one] { $count } различие
        [few] { $count } различия
       *[many] { $count } различий
    }
web-diff-same = Файлы одинаковы.
web-diff-before = { $name } до правок
web-diff-after = { $name } после правок
web-diff-change = Изменение
web-diff-field = Поле
web-diff-fields = Изменённые поля
web-diff-bytes = { $count ->
        [one] { $count } байт, по смещению { $offset }
        [few] { $count } байта, первый по смещению { $offset }
       *[many] { $count } байт, первый по смещению { $offset }
    }
web-diff-pixels = { $count ->
        [one] { $count } пиксель
        [few] { $count } пикселя
       *[many] { $count } пикселей
    }
web-diff-open = Открыть
web-diff-slider = Видимая часть A
web-diff-shape = Способ сравнения
web-diff-shape-slider = Ползунок
web-diff-shape-both = Рядом
web-diff-shape-difference = Разница
web-diff-hex = Байты
web-diff-back = Назад
web-diff-on = Далее
web-diff-pictures = Обе картинки
web-save-dropped = Этот файл перетащили на страницу, поэтому сохранить его на прежнее место нельзя. Экспортируйте его.

## Картинки

web-picture-tools = Картинка
web-picture-label = { $name }, { $width } на { $height } пикселей; стрелки переходят от пикселя к пикселю
web-picture-replace = Заменить…
web-picture-replaced = { $name }: картинка заменена
web-picture-refused = { $name }: картинка не изменена
web-picture-replaced-so = { $name }: картинка заменена; { $told }.
web-picture-losses = Изменения под формат:
web-picture-dropped = Заменить { $name } файлом «{ $file }» или открыть его отдельно?
web-zoom-in = Увеличить
web-zoom-out = Уменьшить
web-zoom-fit = По размеру окна
web-zoom-actual = Настоящий размер
web-smooth = Сглаживание
web-channels = Каналы
web-channel-rgba = Цвет с прозрачностью
web-channel-rgb = Цвет без прозрачности
web-channel-r = Красный
web-channel-g = Зелёный
web-channel-b = Синий
web-channel-a = Прозрачность
web-channel-index = Индекс в палитре
web-ground = Фон
web-ground-chequer = Клетка
web-ground-black = Чёрный
web-ground-white = Белый
web-level = Мип-уровень
web-rects = Области атласа
web-rects-show = Показать области атласа
web-rect = Область { $number }
web-palette = Палитра
web-palette-count = Используется цветов: { $used } из { $count }
web-palette-used = { $index }: { $colour }
web-palette-unused = { $index }: { $colour }, не используется
web-pixel = { $x }, { $y }: { $colour }
web-pixel-index = { $x }, { $y }: { $colour }, индекс { $index }
web-pixel-hint = Наведите курсор на пиксель или нажмите стрелку
web-index = Индекс { $index }
web-keys-picture = Картинка
web-key-pixel = К соседнему пикселю
web-key-no-pixel = Снять выбор пикселя
web-key-pixels = На восемь пикселей дальше
web-way-quantise = Взять ближайшие цвета палитры
web-way-deepen = Больше бит на пиксель
web-way-strip = Убрать подпись
web-way-keep = Оставить подпись (она станет недействительной)

## Списки, таблицы, тексты и карты

web-column-name = Имя
web-column-format = Формат
web-column-size = Размер
web-column-offset = Смещение
web-kind-folder = Папка
web-kind-archive = Архив
web-kind-file = Файл
web-shape = Вид списка
web-shape-table = Таблица
web-shape-cards = Карточки
web-entries = { $count ->
        [one] { $shown } запись
        [few] { $shown } записи
       *[many] { $shown } записей
    }
web-rows = { $count ->
        [one] { $shown } строка
        [few] { $shown } строки
       *[many] { $shown } строк
    }
web-rows-more = { $count ->
        [one] и ещё { $count } строка
        [few] и ещё { $count } строки
       *[many] и ещё { $count } строк
    }
web-lines = { $count ->
        [one] { $shown } строка
        [few] { $shown } строки
       *[many] { $shown } строк
    }
web-row = Строка { $number }
web-sheet = Таблица
web-filter-rows = Фильтр строк
web-table-empty = В этом файле нет таблиц.
web-copy = Копировать
web-copy-table = Копировать для электронной таблицы
web-copied = Скопировано.
web-not-copied = Браузер не разрешает странице копировать.
web-text-wrap = Переносить длинные строки
web-json-items = { $count ->
        [one] { $shown } элемент
        [few] { $shown } элемента
       *[many] { $shown } элементов
    }
web-json-search = Поиск по ключам и значениям
web-json-found = { $at } из { $count }
web-found-next = Следующее совпадение
web-found-previous = Предыдущее совпадение
web-map-label = Карта { $name }
web-map-form = Рисовать как
web-map-svg = Линии
web-map-png = Пиксели
web-key-pan = Двигать
web-gallery-empty = В этом файле нет картинок.
web-gallery-next = Следующая картинка
web-gallery-previous = Предыдущая картинка
web-facts = В файле
web-fact-kind = Тип
web-fact-format = Формат
web-fact-size = Размер
web-fact-path = Путь
web-bytes-exact = { $count ->
        [one] { $shown } байт
        [few] { $shown } байта
       *[many] { $shown } байт
    }
web-gallery-all = Все
web-gallery-folder = Папка

## Первая страница

web-welcome-read = Relict { $version }. Только чтение: файлы не изменяются.
web-welcome-edit = Relict { $version }. Правки остаются в памяти, пока вы их не сохраните; исходный файл цел, если вы сами не решите его перезаписать.
web-try = Что попробовать
web-some-pictures = Картинки
web-here = В этой папке
web-here-more = { $count ->
        [one] и ещё { $count }
        [few] и ещё { $count }
       *[many] и ещё { $count }
    }
web-elsewhere = Открыть другой файл
web-try-model = Осмотреть модель
web-try-model-more = { $name }: узлы, детализация, анимация
web-try-timeline = Воспроизвести материал или эффект
web-try-timeline-more = { $name }, как в игре
web-try-gallery = Просмотреть все текстуры игры
web-try-gallery-more = { $name }: текстуры и спрайты в полном цвете
web-try-map = Посмотреть на карту сверху
web-try-map-more = { $name }, нарисована цветами её стен
web-try-picture = Рассмотреть текстуру
web-try-picture-more = { $name }: мип-уровни, каналы, палитра
web-try-bytes = Изучить каждый байт файла
web-try-bytes-more = { $name }: имя, тип и значение каждого байта
web-try-findings = Проверить файл
web-try-findings-more = { $name }: что не так, где и как исправить
web-some-picture = { $count ->
        [one] { $shown } картинка
        [few] { $shown } картинки
       *[many] { $shown } картинок
    }
web-some-model = { $count ->
        [one] { $shown } модель
        [few] { $shown } модели
       *[many] { $shown } моделей
    }
web-some-motion = { $count ->
        [one] { $shown } движение
        [few] { $shown } движения
       *[many] { $shown } движений
    }
web-some-timeline = { $count ->
        [one] { $shown } материал или эффект
        [few] { $shown } материала и эффекта
       *[many] { $shown } материалов и эффектов
    }
web-some-map = { $count ->
        [one] { $shown } карта
        [few] { $shown } карты
       *[many] { $shown } карт
    }
web-some-gallery = { $count ->
        [one] { $shown } мобильная игра
        [few] { $shown } мобильные игры
       *[many] { $shown } мобильных игр
    }
web-some-table = { $count ->
        [one] { $shown } таблица
        [few] { $shown } таблицы
       *[many] { $shown } таблиц
    }
web-some-text = { $count ->
        [one] { $shown } текст
        [few] { $shown } текста
       *[many] { $shown } текстов
    }
web-some-document = { $count ->
        [one] { $shown } документ
        [few] { $shown } документа
       *[many] { $shown } документов
    }
web-some-list = { $count ->
        [one] { $shown } архив
        [few] { $shown } архива
       *[many] { $shown } архивов
    }
web-some-bytes = { $count ->
        [one] { $shown } другой файл
        [few] { $shown } других файла
       *[many] { $shown } других файлов
    }

## Модели, время и байты

# The bytes
web-bytes-hex = Байты
web-bytes-structure = Поля
web-bytes-detail = Поле под курсором
web-bytes-overview = Обзор файла; щёлкните, чтобы перейти к смещению
web-bytes-goto = К смещению
web-bytes-no-offset = Такого смещения в файле нет.
web-bytes-find = Найти байты или текст
web-bytes-not-found = Не найдено.
web-bytes-each = Раскрыть массивы
web-bytes-each-hint = Показать каждый элемент массива отдельным полем
web-bytes-before = Предыдущее поле
web-bytes-after = Следующее поле
web-bytes-keys = Байты
web-bytes-empty = Файл пуст.
web-bytes-place = с { $start } по { $end }, { $length ->
    [one] { $length } байт
    [few] { $length } байта
   *[many] { $length } байт
}
web-bytes-value = Новое значение
web-bytes-set = Записать
web-bytes-done = { $field }: значение изменено.
web-bytes-copy = Копировать
web-bytes-copy-bytes = Копировать байты
web-bytes-copied = Скопировано.
web-bytes-not-copied = Браузер не разрешает странице копировать.
web-bytes-open = Открыть { $entry }
web-bytes-readings = Значения под курсором
web-bytes-stopped = Чтение остановилось до конца файла: { $why }
web-bytes-spoken = { $offset }: { $byte } { $field }
web-knowledge-named = Известно
web-knowledge-padding = Выравнивание
web-knowledge-opaque = Значение неизвестно
web-knowledge-uncovered = Не прочитано

# Findings and references
web-check-now = Проверить
web-check-alone = Проверить только { $name }
web-check-large = Будут проверены все файлы отсюда; это может занять время.
web-check-working = Проверка…
web-check-clean = { $assets ->
    [one] Проблем не найдено.
    [few] Проблем не найдено, проверено { $assets } файла.
   *[many] Проблем не найдено, проверено { $assets } файлов.
}
web-check-sum = { $errors ->
    [0] Ошибок нет
    [one] { $errors } ошибка
    [few] { $errors } ошибки
   *[many] { $errors } ошибок
}, { $warnings ->
    [0] предупреждений нет
    [one] { $warnings } предупреждение
    [few] { $warnings } предупреждения
   *[many] { $warnings } предупреждений
}
web-check-more = Показаны только первые { $count }.
web-check-rest = Показать ещё { $count }
web-check-error = Ошибка
web-check-warning = Предупреждение
web-check-info = Замечание
web-refs-working = Поиск связей…
web-refs-none = Связей с другими файлами нет.
web-refs-uses = Использует
web-refs-uses-none = Ничего
web-refs-used-by = Используется в
web-refs-used-by-none = Не используется
web-refs-state-found = Найдено
web-refs-state-stand-in = Не найдено; используется замена
web-refs-state-first-entry = Не найдено; используется первая запись библиотеки
web-refs-state-missing = Не найдено
web-refs-state-optional = Не найдено; необязательно
web-refs-state-no-library = Библиотека не найдена

# Playing
web-transport = Воспроизведение
web-play = Воспроизвести
web-pause = Пауза
web-play-pause = Воспроизвести или остановить
web-step-back = Предыдущий кадр
web-step-forward = Следующий кадр
web-time = Время
web-speed = Скорость
web-loop = Повтор
web-time-ms = { $time } мс

# Models
web-model-keys = Модель
web-model-canvas = { $name }, трёхмерный вид
web-model-canvas-help = Стрелки поворачивают, с Shift сдвигают; плюс и минус приближают и отдаляют.
web-model-no-webgl = Этот браузер не поддерживает трёхмерную графику (WebGL 2). Содержимое файла покажут другие виды.
web-model-nothing = Для этого повреждения и этой детализации у модели нет геометрии.
web-model-camera = Камера
web-model-frame = Показать целиком
web-model-from-corner = Вид 3/4
web-model-from-front = Вид спереди
web-model-from-side = Вид сбоку
web-model-from-top = Вид сверху
web-model-looks = Отображение
web-model-helps = Вспомогательные элементы
web-model-materials = Материалы
web-model-lightmap = Карта освещения
web-model-detail = Микротекстура
web-model-lamp = Свет от камеры
web-model-wire = Каркас
web-model-nearest = Без сглаживания текстур
web-model-grid = Сетка
web-model-axes = Оси
web-model-bounds = Габариты
web-model-turntable = Вращение
web-model-panel = Узлы и материалы
web-model-state = Повреждение
web-model-state-value = { $value ->
    [0] Целая
   *[other] Состояние { $value }
}
web-model-level = Детализация
web-model-level-value = { $value ->
    [0] Уровень 0 (вблизи)
   *[other] Уровень { $value }
}
web-model-nodes = Узлы
web-model-material-list = Материалы
web-model-counts = Треугольников: { $triangles }, вершин: { $vertices }, узлов: { $nodes }
web-model-hide = Скрыть { $node }
web-model-show = Показать { $node }
web-model-hide-it = Скрыть
web-model-show-it = Показать
web-model-frame-node = Приблизить
web-model-unchoose = Снять выбор
web-model-clip = Клип
web-model-clip-number = Клип { $number }
web-model-still = Без анимации
web-model-motions = Движения
web-model-moment = { $time } из { $length } с, кадр { $frame } из { $frames }
web-motion-model = Модель
web-motion-looking = Поиск модели для этого движения…
web-motion-nobody = Рядом нет модели с узлами этого движения.

# Materials and effects over time
web-timeline = Шкала времени
web-timeline-tracks = Анимации
web-timeline-steps = Шаги
web-timeline-step = { $label }: с { $start } по { $end }
web-timeline-bytes = Байты команды { $number }
web-timeline-clock = Воспроизводится { $mode }.
web-timeline-driven = Чем управляется: { $mode }. Здесь значение растёт равномерно.
web-timeline-no-commands = У эффекта нет команд.
web-timeline-cell = { $name }, ячейка { $cell }
web-timeline-phases = Фазы
web-timeline-preview = Поверхность в этот момент, при полном освещении
web-timeline-no-texture = Без текстуры
web-timeline-still = Здесь ничто не меняется со временем.
web-timeline-at = Фаза { $phase }
web-timeline-between = Фаза { $phase }, { $share } пути к фазе { $next }

# What lies under the pointer
web-pick = Треугольник под указателем
web-pick-keys = Проверка попадания
web-pick-middle = Выбрать треугольник в середине вида
web-pick-clear = Снять выбор треугольника
web-pick-triangle-number = Треугольник { $number }
web-pick-face-number = Грань { $number }
web-pick-triangle = Треугольник
web-pick-face = Грань
web-pick-node = Узел
web-pick-slot = Слот
web-pick-cell = Ячейка
web-pick-batch = Батч
web-pick-material = Материал
web-pick-texture = Текстура
web-pick-lightmap = Карта освещения
web-pick-neighbours = Соседи
web-pick-open-edge = За этим ребром нет соседа
web-pick-flags = Флаги

# What is drawn
web-drawn = Вызовы отрисовки
web-drawn-total = { $calls ->
        [one] { $calls } вызов отрисовки
        [few] { $calls } вызова отрисовки
       *[many] { $calls } вызовов отрисовки
    }, { $triangles ->
        [one] { $triangles } треугольник
        [few] { $triangles } треугольника
       *[many] { $triangles } треугольников
    }; отсечено узлов: { $culled }
web-drawn-no-slot = На этом уровне пусто
web-drawn-cockpit = Кабина, видна только изнутри
web-drawn-outside = Отсечён: { $side ->
        [left] за левым краем
        [right] за правым краем
        [below] ниже кадра
        [above] выше кадра
        [near] перед ближней плоскостью
       *[far] за дальней плоскостью
    }
web-drawn-batch = Батч { $batch } ({ $triangles })
